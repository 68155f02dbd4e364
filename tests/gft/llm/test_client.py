"""The client bears with servers that are late, broken, busy or gone, and never lets the key out."""

import asyncio
import time

import pytest

from gft.llm.client import Budget, BudgetError, Client, read_answer, tokens_of
from xworld import XWorldError

MESSAGES = [{"role": "system", "content": "Your command: go to cat ."}, {"role": "user", "content": "No object is in view."}]
KEY = "sk-very-secret"


def ask(server, model: str, times: int = 1, **more) -> list:
    async def run() -> list:
        options = {"timeout": 1.0, "retries": 3, "pause": 0.01} | more
        async with Client(server.url, {"model": model, "max_tokens": 16}, KEY, **options) as client:
            return [await client.ask(MESSAGES) for _ in range(times)]

    return asyncio.run(run())


@pytest.mark.parametrize("way", ["late", "garbage", "odd", "429", "500", "hangup", "cut"])
def test_what_may_pass_is_tried_again(server, way):
    (answer,) = ask(server, f"{way}+good")
    assert answer.text.split()[0] in ("move", "turn")
    assert (answer.tokens_in, answer.tokens_out, answer.calls) == (100, 7, 2)
    assert [request["way"] for request in server.requests()] == [way, "good"]


def test_an_answer_in_pieces_is_put_together_and_its_tokens_are_estimated(server):
    whole, pieces = ask(server, "good")[0], ask(server, "pieces")[0]
    assert pieces.text == whole.text
    assert pieces.tokens_in == tokens_of(MESSAGES)
    assert pieces.calls == 1


def test_a_message_without_text_is_an_answer_and_no_message_is_none(server):
    assert ask(server, "empty")[0].text == ""
    for content in (b"", b"[]", b'{"choices": [{}]}', b'{"choices": {"0": 1}}', b"\xff", b"null", b"[" * 100_000):
        assert read_answer(content, MESSAGES) is None
    odd = b'{"choices": [{"message": {"content": 5}}], "usage": {"prompt_tokens": -1, "completion_tokens": true}}'
    assert read_answer(odd, MESSAGES) == ("", tokens_of(MESSAGES), 0, 1)


def test_a_server_that_stays_away_ends_in_a_sentence_in_time(server):
    began = time.monotonic()
    with pytest.raises(XWorldError, match=r"no answer after 3 tries: there was no answer within 0\.1 s; the same command"):
        ask(server, "late", timeout=0.1, retries=2)
    assert time.monotonic() - began < 9  # as the server would take
    with pytest.raises(XWorldError, match="after one try: the server said 500"):
        ask(server, "500", retries=0)


def test_a_refusal_is_told_at_once_and_without_the_key(server):
    with pytest.raises(XWorldError, match=r"refuses the request \(401\): the key … is wrong") as refused:
        ask(server, "refuse")
    assert KEY not in str(refused.value)
    assert len(server.requests()) == 1


def test_a_budget_holds_however_many_ask_at_once(server):
    most = tokens_of(MESSAGES) + 16

    async def run() -> tuple[Budget, list]:
        budget = Budget(3 * most)
        async with Client(server.url, {"model": "good", "max_tokens": 16}, budget=budget) as client:
            return budget, await asyncio.gather(*(client.ask(MESSAGES) for _ in range(5)), return_exceptions=True)

    budget, answers = asyncio.run(run())
    assert sum(isinstance(answer, BudgetError) for answer in answers) == 2
    assert (budget.reserved, budget.spent) == (0, 3 * 107)
    assert len(server.requests()) == 3
