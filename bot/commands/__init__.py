"""The commands of chats: a module takes part by defining `command`, under the command's name.

A module that defines several puts them into a mapping `commands`, by name, and is listed here.
"""

MODULES = {  # by command
    "listen": "listen",
    "look": "look",
    "picture": "look",
    "r": "flag",
    "transcribe": "listen",
    "w": "flag",
}
