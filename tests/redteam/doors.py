"""All doors."""

from tests.redteam import (
    chat,
    counts,
    desk,
    gate,
    inline,
    lower,
    matrix,
    model,
    page,
    quotas,
    reminders,
    replicas,
    titles,
    updates,
)
from tests.redteam.outcome import Door
from tests.redteam.sent import files, forwarded, pictures, voice

DOORS = (
    Door("chat", chat.attack_chat, chat.control_chat),
    Door("updates", updates.attack_updates, updates.control_updates),
    Door("files", files.attack_files, files.control_files),
    Door("forwarded", forwarded.attack_forwarded, forwarded.control_forwarded),
    Door("voice", voice.attack_voice, voice.control_voice),
    Door("pictures", pictures.attack_pictures, pictures.control_pictures),
    Door("quotas", quotas.attack_quotas, quotas.control_quotas),
    Door("reminders", reminders.attack_reminders, reminders.control_reminders),
    Door("titles", titles.attack_titles, titles.control_titles),
    Door("buttons", gate.attack_buttons, gate.control_buttons),
    Door("PIN", gate.attack_pin, gate.control_pin),
    Door("codes", gate.attack_codes, gate.control_codes),
    Door("moves", gate.attack_moves, gate.control_moves),
    Door("tools", model.attack_tools, model.control_tools),
    Door("MCP", model.attack_mcp, model.control_mcp),
    Door("links", model.attack_links, model.control_links),
    Door("names", model.attack_names, model.control_names),
    Door("counts", counts.attack_counts, counts.control_counts),
    Door("page", page.attack_page, page.control_page),
    Door("desk", desk.attack_desk, desk.control_desk),
    Door("inline", inline.attack_inline, inline.control_inline),
    Door("Matrix", matrix.attack_matrix, matrix.control_matrix),
    Door("replicas", replicas.attack_replicas, replicas.control_replicas),
    Door("SQL", lower.attack_sql, lower.control_sql),
    Door("addresses", lower.attack_addresses, lower.control_addresses),
    Door("parser", lower.attack_parser, lower.control_parser),
)
