"""What an agent does, with the client from PyPI (mcp). Results are held against the schemas that the server gives."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def ask(session, name, **arguments):
    result = (await session.call_tool(name, arguments)).model_dump(by_alias=True, exclude_none=True)
    text = result["content"][0]["text"].replace("\n", "|")
    print(name, "refused" if result.get("isError") else "says", text)
    return result.get("structuredContent")


async def main(role):
    server = StdioServerParameters(command="combinectl", args=["mcp", "--quiet", "--role", role], env=dict(os.environ))
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        greeting = (await session.initialize()).model_dump(by_alias=True)
        print(greeting["serverInfo"]["name"], greeting["protocolVersion"], list(greeting["capabilities"]["tools"]))
        await session.send_ping()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        print(role, "has", *[name for name in ("store_get", "store_set", "program_eval", "sub_open") if name in tools])
        if role == "owner":
            await ask(session, "program_eval", source="let x: Int = \"a\"")
            await ask(session, "program_eval", source="print(form.name)", file="agent")
            checked = await ask(session, "program_check", source="form.nam = 1")
            print(checked["diagnostics"][0]["message"])
        if role == "writer":
            print((await ask(session, "store_set", path="form.name", value="ada"))["changed"])
            await ask(session, "store_set", path="form.isValid", value=True)
        got = await ask(session, "store_get", path="form.name", stored=True)
        print(got["value"], got["type"])
        await ask(session, "store_get", path="form.nam")
        await ask(session, "wait", path="form.name", when="value.count > 100", timeout="1ms")
        # Each tool can be called: what is missing or wrong is said, and nothing breaks.
        for name in sorted(tools):
            if name not in ("server_shutdown", "clock_run", "tx_undo"):
                await session.call_tool(name, {})
        try:
            await session.call_tool("program_eval" if role != "owner" else "store_gte", {})
        except Exception as error:
            print(error)


asyncio.run(main(sys.argv[1]))
