"""Executes the examples of README.md against a running system; the environment is that of walk.py."""

import re
from pathlib import Path


def main() -> None:
    text = Path(__file__).with_name("README.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if len(examples) < 6:
        raise SystemExit(f"only {len(examples)} examples")
    names: dict[str, object] = {"__name__": "readme"}
    for example in examples:
        line = text[: text.index(example)].count("\n")
        exec(compile("\n" * line + example, "README.md", "exec"), names)  # noqa: S102 - they are ours
    print(f"ok  README      {len(examples)} examples")


if __name__ == "__main__":
    main()
