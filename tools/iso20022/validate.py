"""Validates files of banks against the schemas of ISO 20022 that installed packages contain. pain.002.001.10 is in none of them."""

import pathlib
import sys
import sysconfig

from lxml import etree

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"
WITHOUT_SCHEMA = {"pain.002.001.10"}
PACKAGES = pathlib.Path(sysconfig.get_path("purelib"))


def schema(message: str) -> etree.XMLSchema:
    """The schema of a message, such as pain.001.001.09."""
    for folder in (PACKAGES / "sepaxml/schemas", PACKAGES / "camt053/xsd"):
        path = folder / f"{message}.xsd"
        if path.exists():
            return etree.XMLSchema(etree.parse(path))
    raise FileNotFoundError(message)


def main(names: list[str]) -> int:
    valid, invalid = 0, 0
    for name in names:
        document = etree.parse(name)
        message = etree.QName(document.getroot()).namespace.removeprefix(NAMESPACE)
        if message in WITHOUT_SCHEMA:
            continue
        validator = schema(message)
        if validator.validate(document):
            valid += 1
            continue
        invalid += 1
        for error in validator.error_log:
            print(f"{name}:{error.line}: {error.message}")
    print(f"{valid} files of banks are valid by their schema, {invalid} are not")
    return 0 if valid and not invalid else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
