"""Files as programs of many countries write them: the words come out, and what was decided."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import InputError, SettingError
from biterms.text.readers import Columns, Trouble, columns_of, read
from biterms.text.readers.source import MAX_LINE
from tests.text.readers.files import any_folder

# bytes as they are on disk, and the first text that they are
TORTURE = {
    "utf-8 with mark": (b"\xef\xbb\xbfM\xc3\xbcller \xe2\x82\xac\n", None, "Müller €"),
    "utf-16-le with mark": (
        b"\xff\xfeM\x00\xfc\x00l\x00l\x00e\x00r\x00\n\x00",
        "utf-16-le",
        "Müller",
    ),
    "utf-16-be with mark": (
        b"\xfe\xff\x00M\x00\xfc\x00l\x00l\x00e\x00r\x00\n",
        "utf-16-be",
        "Müller",
    ),
    "utf-16-le without": (b"M\x00\xfc\x00l\x00l\x00e\x00r\x00\r\x00\n\x00", "utf-16-le", "Müller"),
    "utf-16-be without": (b"\x00M\x00\xfc\x00l\x00l\x00e\x00r\x00\r\x00\n", "utf-16-be", "Müller"),
    "utf-16 japanese": (b"\x0ef\xe5e\x6e\x30\x29Y\x17l\n\x00" * 3, "utf-16-le", "明日の天気"),
    "utf-32-le with mark": (b"\xff\xfe\0\0\xfc\0\0\0b\0\0\0\n\0\0\0", "utf-32-le", "üb"),
    "utf-32-be with mark": (b"\0\0\xfe\xff\0\0\0\xfc\0\0\0b\0\0\0\n", "utf-32-be", "üb"),
    "german": (
        b"Herr M\xfcller kauft gr\xf6\xdfere Tore f\xfcr 30 \x80\n",
        "windows-1252",
        "Herr Müller kauft größere Tore für 30 €",
    ),
    "french": (
        b"Le caf\xe9 est ferm\xe9 \xe0 No\xebl, c\x92est d\xe9\xe7u\n",
        "windows-1252",
        "Le café est fermé à Noël, c’est déçu",
    ),
    "one letter": (b"caf\xe9 latte\n", "windows-1252", "café latte"),
    "polish": (
        b"Pi\xb3karze wygrali wa\xbfny mecz\nCeny \xbfywno\x9cci rosn\xb9\n",
        "windows-1250",
        "Piłkarze wygrali ważny mecz",
    ),
    "polish, linux": (
        b"Dzi\xb6 w nocy b\xeadzie \xb6nieg\nCeny \xbfywno\xb6ci rosn\xb1\n",
        "iso8859-2",
        "Dziś w nocy będzie śnieg",
    ),
    "russian": (
        b"\xcf\xee\xe3\xee\xe4\xe0 \xe2 \xcc\xee\xf1\xea\xe2\xe5\n",
        "windows-1251",
        "Погода в Москве",
    ),
    "russian, unix": (
        b"\xf0\xcf\xc7\xcf\xc4\xc1 \xd7 \xed\xcf\xd3\xcb\xd7\xc5\n",
        "koi8-r",
        "Погода в Москве",
    ),
    "greek": (
        b"\xcd\xdd\xef\xf2 \xed\xfc\xec\xef\xf2 \xf3\xf4\xe7 \xc2\xef\xf5\xeb\xde\n",
        "windows-1253",
        "Νέος νόμος στη Βουλή",
    ),
    "turkish": (
        b"\xd6\xf0renciler s\xfdnava girdi\n\xdeirket \xfcr\xfcn\xfc tan\xfdtt\xfd\n",
        "windows-1254",
        "Öğrenciler sınava girdi",
    ),
    "shift-jis": (
        b"\x96\xbe\x93\xfa\x82\xcc\x93\x8c\x8b\x9e\x82\xcc\x93V\x8bC\n",
        "cp932",
        "明日の東京の天気",
    ),
    "gb18030": (b"\xb9\xc9\xca\xd0\xb4\xf3\xb7\xf9\xcf\xc2\xb5\xf8\n", "gb18030", "股市大幅下跌"),
    "big5": (
        b"\xacF\xa9\xb2\xa7\xe5\xad\xe3\xa4F\xb7s\xaa\xba\xaak\xab\xdf\n",
        "big5hkscs",
        "政府批准了新的法律",
    ),
    "korean": (
        b"\xb4\xeb\xc7\xa5\xc6\xc0\xc0\xcc \xb0\xe6\xb1\xe2\xbf\xa1\xbc\xad\n",
        "cp949",
        "대표팀이 경기에서",
    ),
}


@pytest.mark.parametrize("case", TORTURE)
@pytest.mark.parametrize("way", ["file", "gzip", "pipe"])
def test_the_words_come_out(
    tmp_path: Path, case: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, name, text = TORTURE[case]
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes(gzip.compress(data) if way == "gzip" else data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    found = list(read("-" if way == "pipe" else path, trouble=trouble, kind="txt"))
    assert found[0].text == text
    assert trouble.counts == {}
    assert [encoding.name for encoding in trouble.encodings.values()] == [name] * (name is not None)


EXPORT = b"Kunde;Gr\xf6\xdfe, cm;Text\r\n" + b'7;1,5;"M\xfcller; Tore"\r\n8;2,5;L\xf6we\r\n' * 9


def test_a_spreadsheet_of_europe(tmp_path: Path) -> None:
    path, trouble = tmp_path / "export.csv", Trouble()
    path.write_bytes(EXPORT)
    assert columns_of(path) == ["Kunde", "Größe, cm", "Text"]
    found = list(read(path, Columns("Text", label="Größe, cm"), trouble=trouble))
    assert [tuple(record) for record in found[:2]] == [
        ("Müller; Tore", "2", None, "1,5"),
        ("Löwe", "3", None, "2,5"),
    ]
    assert (len(found), trouble.counts) == (18, {})
    [(file, encoding)] = trouble.encodings.items()
    assert (file, encoding.name) == (str(path), "windows-1252")
    assert trouble.lines() == [
        f"{path}: read as windows-1252 (unsure: 20 bytes are not ASCII); --encoding names another"
    ]


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("a;b, c\n1;2,5\n", ["a", "b, c"]),
        ("a,b;c\n1,2\n", ["a", "b;c"]),
        ("a\tb;c,d\n1\t2\n3\t4\n", ["a", "b;c,d"]),
        ("a|b\n1|2\n", ["a", "b"]),
        ("a, b\n1, 2\n", ["a", " b"]),
        ("text\nstorm; rain, wind\n", ["text"]),
        ('"a;b",c\n1,2\n', ["a;b", "c"]),
    ],
)
def test_what_separates_columns(tmp_path: Path, head: str, names: list[str]) -> None:
    (tmp_path / "a.csv").write_text(head)
    assert columns_of(tmp_path / "a.csv") == names


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8"])
@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_tables_and_json_lines(tmp_path: Path, encoding: str, kind: str) -> None:
    rows = ["text,größe\nMüller Tore,7\n", '{"text": "Müller Tore", "größe": "7"}\n']
    path = tmp_path / f"a.{kind}.gz"
    path.write_bytes(gzip.compress((rows[kind == "jsonl"]).encode(encoding)))
    [record] = read(path, Columns(label="größe"))
    assert (record.text, record.label) == ("Müller Tore", "7")


@pytest.mark.parametrize("zipped", [False, True])
def test_a_first_letter_after_megabytes(tmp_path: Path, zipped: bool) -> None:
    """One letter is too few to decide on; those that come later are looked at as well."""
    data = b"plain words without any accent\n" * 100_000 + b"a \xe6 b\n" + b"plain words\n" * 50_000
    data += ("Погода в Москве\nНовый закон\n" * 9).encode("cp1251")
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes(gzip.compress(data, 1) if zipped else data)
    *_, last = read(path, trouble=trouble)
    assert (last.text, trouble.counts) == ("Новый закон", {})
    assert trouble.encodings[str(path)].name == "windows-1251"


def test_files_put_together_keep_their_umlauts(tmp_path: Path) -> None:
    """A line that is UTF-8 is not so by chance; a character cut off is damage and no letter."""
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes(b"M\xc3\xbcller\n" * 9 + b"M\xfcller\nGr\xf6\xdfe\n" + b"L\xc3\xb6we\n")
    texts = [record.text for record in read(path, trouble=trouble)]
    assert texts[8:] == ["Müller", "Müller", "Größe", "Löwe"]
    assert trouble.encodings[str(path)].why == "3 bytes are not ASCII; other lines are UTF-8"
    path.write_bytes(b"M\xc3\xbcller\nL\xc3\n")
    trouble = Trouble()
    assert [record.text for record in read(path, trouble=trouble)] == ["Müller", "L�"]
    assert trouble.counts == {"invalid characters": 1}


def test_an_encoding_can_be_given(tmp_path: Path) -> None:
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes(b"\xc8\xc5\xcc\xcf\n\x85\x96\n")
    found = read(path, encoding="koi8-r", trouble=trouble, strict=True)
    assert next(found).text == "хело"
    assert list(found)
    assert trouble.lines() == [f"{path}: read as koi8-r, as asked"]
    path.write_bytes("late goal\nnext".encode("cp037"))
    assert [record.text for record in read(path, encoding="CP037")] == ["late goal", "next"]
    path.write_bytes(b"caf\xe9\n")
    trouble = Trouble()
    assert next(read(path, encoding="utf-8", trouble=trouble)).text == "caf�"
    assert trouble.counts == {"invalid characters": 1}


@pytest.mark.parametrize("written", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-be"])
def test_utf_16_as_asked_needs_no_byte_order_mark(tmp_path: Path, written: str) -> None:
    (tmp_path / "a.txt").write_bytes("Müller\nTor\n".encode(written))
    texts = [record.text for record in read(tmp_path / "a.txt", encoding=written[:6])]
    assert texts == ["Müller", "Tor"]
    (tmp_path / "b.txt").write_bytes(b"no UTF-16 at all\n")
    assert [*read(tmp_path / "b.txt", encoding="utf-16")]


def test_what_cannot_be_decoded_is_counted_with_its_line(tmp_path: Path) -> None:
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes("late\ngoal".encode("utf-16") + b"\x00\xd8" + "\nlast\n".encode("utf-16-le"))
    assert [record.text for record in read(path, trouble=trouble)] == ["late", "goal�", "last"]
    assert [place.line for place in trouble.locations["invalid characters"]] == [2]
    with pytest.raises(InputError, match="line 2: invalid characters"):
        list(read(path, strict=True))


@pytest.mark.parametrize("name", ["klingon", "", "hex", "idna", "utf-7", "utf\0", "é"])
def test_unknown_encodings_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text("x\n")
    with pytest.raises(SettingError, match="expected one such as utf-8"):
        read(tmp_path / "a.txt", encoding=name)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="\ufeff")
)


@any_folder
@given(
    st.lists(WORDS, min_size=1),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"]),
    st.booleans(),
)
def test_what_was_written_is_read_in_every_unicode(
    tmp_path: Path, lines: list[str], encoding: str, given_name: bool
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode(encoding))
    named = given_name or encoding == "gb18030"
    found = read(path, kind="txt", encoding=encoding if named else None, strict=True)
    assert [record.text for record in found] == [line for line in lines if line.strip()]


def test_a_line_too_long_is_left_out_in_any_encoding(tmp_path: Path) -> None:
    path, trouble = tmp_path / "a.txt", Trouble()
    path.write_bytes(("x\n" + "y" * (MAX_LINE + 1) + "\nlast").encode("utf-16"))
    assert [record.text for record in read(path, trouble=trouble)] == ["x", "last"]
    assert trouble.counts == {"line too long": 1}
