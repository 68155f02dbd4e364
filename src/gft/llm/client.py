"""A client of OpenAI-compatible chat endpoints that bears with them: late, broken, busy, gone for a while.

Path of the data: prompt → **server** → answer. A request that fails for a reason that may pass is sent again, later and
later; one that is refused is not. The key goes into one header and nowhere else, and is struck from what a server says.
"""

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple

from xworld import XWorldError

CHARACTERS_A_TOKEN = 4  # about, in English
IMAGE_TOKENS = 300  # about, of a small picture
LONGEST_PAUSE = 60.0  # seconds

Message = dict[str, Any]


class Answer(NamedTuple):
    """What a model said, and what it cost."""

    text: str
    tokens_in: int
    tokens_out: int
    calls: int = 1


class BudgetError(XWorldError):
    """The next question might cost more than is left."""


class Budget:
    """Tokens to spend; what is on its way counts as spent, so that the budget holds however many ask at once."""

    def __init__(self, limit: int | None, spent: int = 0):
        self.limit, self.spent, self.reserved = limit, spent, 0

    def reserve(self, tokens: int) -> None:
        if self.limit is not None and self.spent + self.reserved + tokens > self.limit:
            raise BudgetError(
                f"the budget of {self.limit:,} tokens is used up: {self.spent:,} are spent, and the next answer may take "
                f"{tokens:,}; go on with a larger --budget."
            )
        self.reserved += tokens

    def settle(self, reserved: int, spent: int) -> None:
        self.reserved, self.spent = self.reserved - reserved, self.spent + spent


class Client:
    """Asks one endpoint. `fields` are sent with every request; `pause` is the first wait before a second try, in seconds."""

    def __init__(
        self,
        base_url: str,
        fields: Mapping[str, Any],
        key: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 6,
        budget: Budget | None = None,
        pause: float = 1.0,
    ):
        try:
            import httpx
        except ModuleNotFoundError:
            raise XWorldError("language models need httpx; pip install 'gft-xworld[llm]' brings it.") from None
        self._httpx, self._key = httpx, key
        self.url, self.fields = base_url.rstrip("/") + "/chat/completions", dict(fields)
        self.timeout, self.retries, self.pause = timeout, retries, pause
        self.budget = budget or Budget(None)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = httpx.Limits(max_connections=None)
        self._http = httpx.AsyncClient(headers=headers, timeout=timeout, limits=limits)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The answer to some messages."""
        most = tokens_of(messages) + int(self.fields.get("max_tokens") or 0)
        self.budget.reserve(most)
        spent = 0
        try:
            answer = await self._ask(messages)
            spent = answer.tokens_in + answer.tokens_out
            return answer
        finally:
            self.budget.settle(most, spent)

    async def _ask(self, messages: Sequence[Message]) -> Answer:
        problem, wait = "", 0.0
        for attempt in range(self.retries + 1):
            if attempt:
                await asyncio.sleep(wait)
            wait = min(LONGEST_PAUSE, self.pause * 2**attempt) * (0.5 + random.random() / 2)  # not all at the same time
            try:
                async with asyncio.timeout(self.timeout):  # httpx would wait so long for every piece
                    response = await self._http.post(self.url, json={**self.fields, "messages": list(messages)})
            except TimeoutError:
                problem = f"there was no answer within {self.timeout:g} s"
                continue
            except self._httpx.TimeoutException:
                problem = f"there was no answer within {self.timeout:g} s"
                continue
            except self._httpx.TransportError as error:
                problem = str(error) or "the server hung up"
                continue
            status = response.status_code
            if status == 429 or status >= 500:
                problem = f"the server said {status}"
                wait = max(wait, _retry_after(response.headers.get("retry-after")))
            elif status != 200:
                raise XWorldError(f"{self.url} refuses the request ({status}): {self._clean(response.text)}")
            else:
                answer = read_answer(response.content, messages)
                if answer is not None:
                    return answer._replace(calls=attempt + 1)
                problem = f"what it said is no answer: {self._clean(response.text)!r}"
        tries = f"{self.retries + 1} tries" if self.retries else "one try"
        raise XWorldError(f"{self.url} gave no answer after {tries}: {self._clean(problem)}; the same command goes on.")

    def _clean(self, text: str) -> str:
        """Something a server said, short, on one line and without the key."""
        text = text.replace(self._key, "…") if self._key else text
        text = " ".join(text.split())
        return text if len(text) <= 200 else text[:199] + "…"


def read_answer(content: bytes, messages: Sequence[Message]) -> Answer | None:
    """The answer in the body of a response, None if there is none. A message without text is an answer, an empty one."""
    try:
        body = json.loads(content)
        text = body["choices"][0]["message"].get("content")
        usage = body.get("usage") or {}
        if isinstance(text, list):  # some servers give it in pieces
            text = "".join(str(part.get("text", "")) for part in text)
        tokens = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return None
    text = text if isinstance(text, str) else ""
    about = tokens_of(messages), -(-len(text) // CHARACTERS_A_TOKEN)
    counted = [n if isinstance(n, int) and not isinstance(n, bool) and n >= 0 else a for n, a in zip(tokens, about)]
    return Answer(text, *counted)


def tokens_of(messages: Sequence[Message]) -> int:
    """About how many tokens messages are."""
    total = 0
    for message in messages:
        parts = message["content"] if isinstance(message["content"], list) else [{"text": message["content"]}]
        total += 4 + sum(-(-len(part["text"]) // CHARACTERS_A_TOKEN) if "text" in part else IMAGE_TOKENS for part in parts)
    return total


def _retry_after(header: str | None) -> float:
    """The seconds that a server asks to wait, within reason."""
    try:
        return min(LONGEST_PAUSE, max(0.0, float(header or 0)))
    except ValueError:
        return 0.0
