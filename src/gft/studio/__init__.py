"""The studio: a page in the browser where people command trained agents, see what they see and why they act.

Path of the data: checkpoint → agent, world → **studio**. `table.py` is a session with those who play it, without
anything of a browser; `connection.py` and `server.py` bring it to pages.
"""
