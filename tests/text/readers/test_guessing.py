"""Few lines of a language are enough to find their encoding."""

from __future__ import annotations

import pytest

from biterms.text.readers.guessing import MANY, guessed_encoding, lines_beyond_ascii

LINES = {
    "german": [
        "Herr Müller bestellt größere Tore",
        "Kündigung wegen höherer Gebühren",
        "Straße gesperrt, Züge fahren später",
        "Rechnung über 30 € nicht bezahlt",
    ],
    "french": [
        "Le café est fermé à Noël",
        "L’élève a été félicité",
        "Où est la bibliothèque ?",
        "Les prix ont augmenté de 5 % cet été",
    ],
    "spanish": [
        "El niño comió mañana en España",
        "¿Cuándo llega el avión?",
        "Corazón y canción del año",
        "La reunión terminó sin acuerdo",
    ],
    "portuguese": [
        "Não há informação disponível",
        "Eleições em São Paulo",
        "Educação e saúde são direitos",
        "A inflação subiu três pontos",
    ],
    "swedish": [
        "Tåget är försenat igen",
        "Många människor åker på semester",
        "Höga räntor oroar köpare",
        "Smörgåsbord på ön",
    ],
    "russian": [
        "Новый закон принят в первом чтении",
        "Сборная выиграла матч",
        "Курс рубля вырос",
        "Погода в Москве на завтра",
    ],
    "ukrainian": [
        "Київ приймає гостей",
        "Українська мова є державною",
        "Погода на завтра: дощ і вітер",
        "Збірна виграла матч",
    ],
    "polish": [
        "Dziś w nocy będzie śnieg",
        "Nowa ustawa przyjęta przez sejm",
        "Piłkarze wygrali ważny mecz",
        "Ceny żywności rosną",
    ],
    "czech": [
        "Příliš žluťoučký kůň úpěl ďábelské ódy",
        "Vláda schválila nový zákon",
        "Zítra bude pršet a foukat vítr",
    ],
    "hungarian": [
        "Árvíztűrő tükörfúrógép",
        "Holnap eső várható az egész országban",
        "A kormány új törvényt fogadott el",
    ],
    "turkish": [
        "İstanbul'da yağmur bekleniyor",
        "Şirket yeni ürününü tanıttı",
        "Öğrenciler sınava girdi",
        "Güneşli bir gün",
    ],
    "greek": [
        "Ο καιρός αύριο στην Αθήνα",
        "Νέος νόμος ψηφίστηκε στη Βουλή",
        "Η ομάδα κέρδισε τον αγώνα",
    ],
    "hebrew": [
        "מזג האוויר מחר בתל אביב",
        "הממשלה אישרה חוק חדש",
        "הנבחרת ניצחה במשחק",
    ],
    "arabic": [
        "الطقس غدا في القاهرة",
        "الحكومة توافق على قانون جديد",
        "الفريق يفوز بالمباراة",
    ],
    "thai": [
        "สภาพอากาศพรุ่งนี้ในกรุงเทพ",
        "รัฐบาลอนุมัติกฎหมายใหม่",
        "ทีมชาติชนะการแข่งขัน",
    ],
    "japanese": [
        "明日の東京の天気",
        "政府は新しい法律を承認した",
        "代表チームが試合に勝った",
        "カタカナのテスト",
    ],
    "chinese": [
        "明天北京的天气",
        "政府批准了新的法律",
        "国家队赢得了比赛",
        "股市大幅下跌",
    ],
    "taiwan": [
        "明天台北的天氣",
        "政府批准了新的法律",
        "國家隊贏得了比賽",
    ],
    "korean": [
        "내일 서울의 날씨",
        "정부는 새로운 법률을 승인했다",
        "대표팀이 경기에서 이겼다",
    ],
}
ENCODINGS = [
    ("german", "cp1252"),
    ("french", "cp1252"),
    ("spanish", "cp1252"),
    ("portuguese", "cp1252"),
    ("swedish", "cp1252"),
    ("russian", "cp1251"),
    ("russian", "koi8_r"),
    ("russian", "cp866"),
    ("ukrainian", "cp1251"),
    ("polish", "cp1250"),
    ("polish", "iso8859_2"),
    ("czech", "cp1250"),
    ("hungarian", "cp1250"),
    ("turkish", "cp1254"),
    ("greek", "cp1253"),
    ("hebrew", "cp1255"),
    ("arabic", "cp1256"),
    ("thai", "cp874"),
    ("japanese", "shift_jis"),
    ("japanese", "euc_jp"),
    ("chinese", "gb18030"),
    ("taiwan", "big5"),
    ("korean", "cp949"),
]


@pytest.mark.parametrize(("language", "encoding"), ENCODINGS)
@pytest.mark.parametrize("kind", ["lines", "table"])
def test_the_text_comes_out(language: str, encoding: str, kind: str) -> None:
    lines = LINES[language]
    if kind == "table":
        lines = [f"{i};{line};{i},50" for i, line in enumerate(lines * 2)]
    text = "\n".join(lines)
    found = guessed_encoding(text.encode(encoding))
    assert text.encode(encoding).decode(found.name) == text


def test_more_text_makes_it_likely() -> None:
    line = "Herr Müller bestellt größere Türen\n".encode("cp1252")
    assert guessed_encoding(line).sure == "unsure"
    assert guessed_encoding(line * MANY).sure == "likely"


def test_only_lines_beyond_ascii_are_looked_at_and_not_too_many() -> None:
    blocks = [b"plain\n" * 9, b"one\xe9\nplain\ntwo\xe9\n", b"x\xe9" * (1 << 16), b"never\xe9"]
    sample = lines_beyond_ascii(blocks)
    assert sample.startswith(b"one\xe9\ntwo\xe9\nx\xe9x\xe9")
    assert len(sample) <= 1 << 16
    assert b"never" not in sample


@pytest.mark.parametrize(
    "damage", [b"late \xff goal", b"late\n\xff\xfe\n", b"M\xc3\xbcller, L\xc3\xb6we, \xe9x"]
)
def test_damage_is_no_encoding(damage: bytes) -> None:
    assert guessed_encoding(damage).name == "utf-8"
