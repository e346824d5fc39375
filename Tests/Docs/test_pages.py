"""What tries the pages notices what is wrong with them."""

import os
import tempfile
import unittest
from pathlib import Path

import links
import page
import shell

ROOT = Path(__file__).resolve().parents[2]


def mistakes(text: str) -> list[str]:
    """What is found wrong with a page of this text, each without its place."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.md"
        path.write_text(text)
        try:
            found = shell.try_page(page.read(path), ROOT, dict(os.environ))
        except page.Mistake as mistake:
            found = [str(mistake)]
        return [each.removeprefix(f"{path}:") for each in found]


class Pages(unittest.TestCase):
    def test_a_page_that_is_right(self) -> None:
        text = "```sh\nname=you\n```\n<!-- file: a/b.txt -->\n```json\n{}\n```\n```console\n$ echo hello, $name; cat a/b.txt\nhello, …\n{}\n```\n"
        self.assertEqual(mistakes(text), [])
        self.assertEqual(mistakes("<!-- to: grep -q x -->\n```text\nxyz\n```\n<!-- of: echo 1 -->\n```text\n1\n```\n"), [])
        self.assertEqual(mistakes("```console\n$ seq 9\n1\n…\n9\n$ false; echo $?\n1\n$ printf '%s\\n' \\\n    a\na\n```\n"), [])

    def test_another_output(self) -> None:
        for expected in ["2\n", "1\n1\n", "", "…2\n"]:
            (found,) = mistakes(f"```console\n$ echo 1\n{expected}```\n")
            self.assertTrue(found.startswith("2: it prints something else"), found)

    def test_a_command_that_fails(self) -> None:
        (found,) = mistakes("```sh\ntrue\n```\n\n```sh\necho because\nfalse\n```\n```console\n$ echo never\nnever\n```\n")
        self.assertEqual(found, "5: it fails\n    because")
        (found,) = mistakes("```sh\necho $nobody_set_this\n```\n")
        self.assertIn("nobody_set_this", found)

    def test_a_block_of_which_nothing_is_said(self) -> None:
        (found,) = mistakes("Text\n\n```json\n{}\n```\n")
        self.assertTrue(found.startswith("3: nothing says how this block (json) is tested"), found)
        (found,) = mistakes("<!-- not run: it is only\nsaid -->\n\nText\n")
        self.assertTrue(found.startswith("4: the comment before this line"), found)
        (found,) = mistakes("<!-- skip: later -->\n```sh\nfalse\n```\n")
        self.assertTrue(found.startswith("1: a comment is one of"), found)
        (found,) = mistakes("```sh\ntrue\n")
        self.assertEqual(found, "1: the block has no end")

    def test_an_excerpt(self) -> None:
        text = "<!-- excerpt: Tests/Docs/test_pages.py -->\n```python\n{}\n```\n"
        self.assertEqual(mistakes(text.format("import links\nimport page")), [])
        (found,) = mistakes(text.format("import page\nimport links"))
        self.assertEqual(found, "1: Tests/Docs/test_pages.py reads otherwise".replace("1:", "2:"))

    def test_a_link_that_leads_nowhere(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            one, two = Path(folder).resolve() / "one.md", Path(folder).resolve() / "two.md"
            one.write_text("# One, two\n[a](two.md) [b](#one-two) [c](three.md) [d](two.md#x)\n<img src=\"two.md\"><source srcset=\"one.png\">\n```\n[e](four.md)\n```\n")
            two.write_text("")
            found = [each.split(": ")[1] for each in links.broken([one], one.parent)]
            self.assertEqual(found, ["three.md leads nowhere", "two.md has no heading for #x", "one.png leads nowhere"])
            self.assertEqual(links.unlinked([one, two], one), [])
            self.assertEqual(len(links.unlinked([one, two], two)), 1)

    def test_a_list_of_all_pages(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            one, two, pages = (Path(folder).resolve() / name for name in ("one.md", "two.md", "llms.txt"))
            pages.write_text("- [1](one.md): a\n- [2](two.md): b\n")
            self.assertEqual(links.not_once([one, two], pages), [])
            pages.write_text("- [1](one.md): a\n- [1](one.md): a\n- [3](three.md): c\n")
            found = [each.split(": ")[1].replace(folder, "") for each in links.not_once([one, two], pages)]
            self.assertEqual(found, ["/one.md is named 2 times", "/two.md is named 0 times", "/three.md is no page"])


if __name__ == "__main__":
    unittest.main()
