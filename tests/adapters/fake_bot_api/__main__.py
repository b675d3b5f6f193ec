"""Run the fake until it is stopped; prints its addresses as one line of JSON."""

import argparse
import asyncio
import json
import sys

from tests.adapters.fake_bot_api.control import ControlledBotApi
from tests.adapters.fake_bot_api.rates import Rates
from tests.adapters.fake_bot_api.server import TOKEN


async def serve(token: str, port: int, rates: Rates | None) -> None:
    async with ControlledBotApi(token, port, rates) as fake:
        told = {
            "token": token,
            "base_url": fake.base_url,
            "base_file_url": fake.base_file_url,
            "control": f"{fake.address}/control",
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", default=TOKEN)
    parser.add_argument("--rates", action="store_true", help="Telegram's own limits on sending")
    given = parser.parse_args()
    try:
        asyncio.run(serve(given.token, given.port, Rates() if given.rates else None))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
