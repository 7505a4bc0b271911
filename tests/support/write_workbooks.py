"""Write the same tables with openpyxl and XlsxWriter, for tests/server/import-corpus.test.ts.

Reads {"name": [[cell, ...], ...]} from standard input; a cell is a text, a number, true or false,
null, {"day": "2026-09-01"} or {"number": 80901, "format": "000000"}. Writes openpyxl.xlsx and
xlsxwriter.xlsx into the folder that is named.
"""

import datetime
import json
import pathlib
import sys

import openpyxl
import xlsxwriter

tables = json.load(sys.stdin)
folder = pathlib.Path(sys.argv[1])


def day(cell):
    return datetime.datetime.strptime(cell["day"], "%Y-%m-%d")


book = openpyxl.Workbook()
book.remove(book.active)
for name, rows in tables.items():
    sheet = book.create_sheet(name)
    for at, row in enumerate(rows, 1):
        for column, cell in enumerate(row, 1):
            place = sheet.cell(at, column)
            if isinstance(cell, dict):
                place.value = day(cell) if "day" in cell else cell["number"]
                place.number_format = "yyyy/m/d" if "day" in cell else cell["format"]
            else:
                place.value = cell
book.save(folder / "openpyxl.xlsx")

book = xlsxwriter.Workbook(str(folder / "xlsxwriter.xlsx"))
for name, rows in tables.items():
    sheet = book.add_worksheet(name)
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            if isinstance(cell, dict) and "day" in cell:
                sheet.write_datetime(at, column, day(cell), book.add_format({"num_format": "yyyy/m/d"}))
            elif isinstance(cell, dict):
                sheet.write_number(at, column, cell["number"], book.add_format({"num_format": cell["format"]}))
            elif isinstance(cell, str):
                sheet.write_string(at, column, cell)
            elif isinstance(cell, bool):
                sheet.write_boolean(at, column, cell)
            elif cell is not None:
                sheet.write_number(at, column, cell)
book.close()
