"""Write tables with LibreOffice Calc, for tests/server/import-corpus.test.ts.

Reads the cells of write_workbooks.py from standard input, as a table each, and writes libreoffice.xlsx and
libreoffice-ods.xlsx into the folder that is named. The second was an .ods in between, as an office that works
with LibreOffice sends it. Needs soffice; the fixtures are committed, so that no test does.

    python3 tests/support/write_libreoffice.py tests/server/fixtures/imports/corpus \\
      < tests/server/fixtures/imports/corpus/libreoffice.json
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape, quoteattr

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in {
        "office": "office",
        "table": "table",
        "text": "text",
        "style": "style",
        "number": "datastyle",
    }.items()
)


def number_style(name, form):
    whole, _, decimals = form.partition(".")
    return (
        f'<number:number-style style:name="n-{name}">'
        f'<number:number number:min-integer-digits="{len(whole)}" number:decimal-places="{len(decimals)}"/>'
        "</number:number-style>"
        f'<style:style style:name={quoteattr(name)} style:family="table-cell" style:data-style-name="n-{name}"/>'
    )


TYPED_STYLES = (
    '<number:boolean-style style:name="n-yes-no"><number:boolean/></number:boolean-style>'
    '<style:style style:name="yes-no" style:family="table-cell" style:data-style-name="n-yes-no"/>'
    '<number:date-style style:name="n-day"><number:year number:style="long"/><number:text>/</number:text>'
    "<number:month/><number:text>/</number:text><number:day/></number:date-style>"
    '<style:style style:name="day" style:family="table-cell" style:data-style-name="n-day"/>'
)


def cell_of(cell, styles):
    if cell is None or cell == "":
        return "<table:table-cell/>"
    if isinstance(cell, bool):
        return f'<table:table-cell table:style-name="yes-no" office:value-type="boolean" office:boolean-value="{str(cell).lower()}"/>'
    if isinstance(cell, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
    if isinstance(cell, dict) and "day" in cell:
        return f'<table:table-cell table:style-name="day" office:value-type="date" office:date-value="{cell["day"]}"/>'
    if isinstance(cell, dict):
        name = styles.setdefault(cell["format"], f"f{len(styles)}")
        return f'<table:table-cell table:style-name="{name}" office:value-type="float" office:value="{cell["number"]}"/>'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
    return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'


def flat_document(tables):
    styles = {}
    body = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(cell_of(cell, styles) for cell in row)}</table:table-row>"
            for row in rows
        )
        + "</table:table>"
        for name, rows in tables.items()
    )
    automatic = TYPED_STYLES + "".join(number_style(name, form) for form, name in styles.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {NAMESPACES} office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">'
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document>"
    )


def convert(source, kind, folder):
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / f"{source.stem}.{kind}"


target = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as made:
    work = pathlib.Path(made)
    flat = work / "tables.fods"
    flat.write_text(flat_document(json.load(sys.stdin)), encoding="utf-8")
    (target / "libreoffice.xlsx").write_bytes(convert(flat, "xlsx", work).read_bytes())
    ods = convert(flat, "ods", work)
    (target / "libreoffice-ods.xlsx").write_bytes(convert(ods, "xlsx", work).read_bytes())
