import sharp from 'sharp'
import { hostilePictures } from '../backend/hostile-pictures.ts'
import { encodeCsv } from '../backend/import-files.ts'
import { createZip } from '../backend/zip.ts'
import { costlyText } from './costly-values.ts'

/** A file that is expensive to read; `bytes` is about its size before compression. */
export interface CostlyFile {
  /** The end of the file's name. */
  readonly ending: string
  readonly write: (bytes: number) => Promise<Uint8Array> | Uint8Array
}

const filled = (start: string, unit: string) => (bytes: number) => {
  const file = Buffer.alloc(Math.max(start.length, Math.floor(bytes)), unit, 'latin1')
  file.write(start, 'latin1')
  return file
}
const repeated = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org'

/** A workbook of these worksheets, of which each is the XML of its rows. */
export function createWorkbook(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const worksheets = Object.fromEntries(
    Object.values(sheets).map((rows, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ]),
  )
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="r${id}" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (all: string) =>
    `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${all}</Relationships>`
  return createZip(
    {
      '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
      '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
      'xl/workbook.xml': `${XML}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        names
          .map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))
          .join('') +
          relation(names.length + 1, 'sharedStrings', 'sharedStrings.xml') +
          relation(names.length + 2, 'styles', 'styles.xml'),
      ),
      ...worksheets,
      ...more,
    },
    { isDeflated: true },
  )
}

const cell = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
/** A row of a worksheet. */
export const sheetRow = (...cells: readonly string[]): string =>
  `<row>${cells.map(cell).join('')}</row>`

// How many times as large as the input some workbooks are when they are unpacked.
const BOMB = 32

const NAMES = sheetRow('中文', '英文', '备注')
const namesSheet = (rows: string, more?: Readonly<Record<string, string | Uint8Array>>) =>
  createWorkbook({ names: NAMES + rows }, more)

const workbooks: Readonly<Record<string, CostlyFile['write']>> = {
  'a workbook of many rows': (bytes) => namesSheet(repeated(sheetRow('楼', 'Hall', ''), bytes)),
  'a workbook of blank rows': (bytes) => namesSheet(repeated('<row/>', bytes * BOMB)),
  'a workbook of one long text': (bytes) => namesSheet(sheetRow('遥'.repeat(bytes), 'x', '')),
  'a workbook of many columns': (bytes) => namesSheet(`<row>${repeated('<c/>', bytes * 8)}</row>`),
  'a workbook of far cells': (bytes) =>
    namesSheet(repeated('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', bytes)),
  'a workbook of zeros': (bytes) => namesSheet('\0'.repeat(bytes * BOMB)),
  'a workbook of blanks': (bytes) => namesSheet(' '.repeat(bytes * BOMB)),
  'a workbook of nested elements': (bytes) => namesSheet(repeated('<row>', bytes * 8)),
  'a workbook of comments': (bytes) => namesSheet(repeated('<!-- -->', bytes * 8)),
  'a workbook of one attribute': (bytes) => namesSheet(`<row a="${'a'.repeat(bytes * BOMB)}"/>`),
  'a workbook of attributes': (bytes) =>
    namesSheet(`<row ${Array.from({ length: bytes / 8 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  'a workbook of entities': (bytes) => namesSheet(`<row><c><v>${repeated('&amp;', bytes * 8)}`),
  'a workbook with entities of entities': (bytes) =>
    namesSheet('', {
      'xl/sharedStrings.xml': `${XML}<!DOCTYPE a [<!ENTITY a "${'a'.repeat(Math.max(1, bytes / 100))}">${Array.from({ length: 8 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(10)}">`).join('')}]><sst><si><t>&bbbbbbbb;</t></si></sst>`,
    }),
  'a workbook of shared texts': (bytes) =>
    namesSheet(repeated('<row><c t="s"><v>0</v></c></row>', bytes * 8), {
      'xl/sharedStrings.xml': `${XML}<sst>${repeated('<si><t>a</t></si>', bytes * 8)}</sst>`,
    }),
  'a workbook of styles': (bytes) =>
    namesSheet('', {
      'xl/styles.xml': `${XML}<styleSheet><numFmts>${repeated('<numFmt numFmtId="170" formatCode="[Red]0000000;;@"/>', bytes * 8)}</numFmts><cellXfs>${repeated('<xf numFmtId="170"/>', bytes * 8)}</cellXfs></styleSheet>`,
    }),
  'a workbook of worksheets': (bytes) =>
    createWorkbook(
      Object.fromEntries(
        Array.from({ length: Math.min(2000, 1 + bytes / 400) }, (_, n) => [`s${n}`, '']),
      ),
    ),
  'an archive of many files': (bytes) =>
    createZip(
      Object.fromEntries(
        Array.from({ length: Math.min(60_000, 1 + bytes / 100) }, (_, n) => [`f${n}`, '']),
      ),
    ),
  'an archive of archives': (bytes) =>
    createZip(
      {
        'a.zip': createZip(
          { 'b.zip': createZip({ c: Buffer.alloc(bytes * BOMB) }, { isDeflated: true }) },
          { isDeflated: true },
        ),
      },
      { isDeflated: true },
    ),
  'a broken workbook': (bytes) => {
    const file = Buffer.from(namesSheet(repeated(sheetRow('楼', 'Hall', ''), bytes)))
    for (let at = 50; at < file.length; at += 997) file[at] = (file[at] ?? 0) ^ 0x5a
    return file
  },
  'a cut workbook': (bytes) => {
    const file = namesSheet(repeated(sheetRow('楼', 'Hall', ''), bytes))
    return file.subarray(0, file.length / 2)
  },
  'an archive that claims another size': (bytes) => {
    const file = Buffer.from(namesSheet(repeated(sheetRow('楼', 'Hall', ''), bytes)))
    for (
      let at = file.indexOf('PK\u0001\u0002');
      at >= 0;
      at = file.indexOf('PK\u0001\u0002', at + 1)
    )
      file.writeUInt32LE(100, at + 24)
    return file
  },
}

const tables: Readonly<Record<string, CostlyFile['write']>> = Object.fromEntries(
  [
    ['\n', ''],
    [',', ''],
    [',\n', ''],
    ['"', ''],
    ['""', '"'],
    ['甲,\n', '中文,英文,备注\n'],
    ['甲,A,\n', '中文,英文,备注\n'],
    ['a,b,c,d\n', '中文,英文,备注\n'],
    ['"a\n', '中文,英文,备注\n'],
    ['990001,林知遥\n', '学号,姓名\n'],
    ['\u0000', '中文,英文,备注\n'],
    ['遥', '中文,英文,备注\n'],
    ['\u00e4', ''],
    [';', '中文;英文;备注\n'],
    ['\t', '中文\t英文\t备注\n'],
    ['\r', '中文,英文,备注\r'],
    ['990001 ', ''],
    ['S990001\n', ''],
  ].map(([unit = '', start = '']) => [
    `a table of ${JSON.stringify(unit)} after ${JSON.stringify(start)}`,
    (bytes: number) => Buffer.from(start + repeated(unit, bytes)),
  ]),
)

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c83' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
const PNG_HEAD = '\u0089PNG\r\n\u001a\n'
const pictures: Readonly<Record<string, CostlyFile['write']>> = {
  'a picture of few bytes and many pixels': (bytes) => {
    const side = Math.min(6000, Math.max(200, Math.floor(Math.sqrt(bytes))))
    return png(side, side)
  },
  'a JPEG of markers': filled('\u00ff\u00d8', '\u00ff\u00fe\u0000\u0002'),
  'a JPEG of fill bytes': filled('\u00ff\u00d8', '\u00ff'),
  'a PNG of empty chunks': filled(PNG_HEAD, '\u0000\u0000\u0000\u0000tEXt\u0000\u0000\u0000\u0000'),
  ...Object.fromEntries(
    hostilePictures
      .filter(([name]) => !name.includes('10,000'))
      .map(([name, make]) => [
        name,
        async (bytes: number) => {
          const picture = Buffer.from(await make())
          return Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))])
        },
      ]),
  ),
}

const documents: Readonly<Record<string, CostlyFile>> = {
  'a PDF of objects': { ending: 'pdf', write: filled('%PDF-1.7\n', '1 0 obj<<>>endobj\n') },
  'a PDF of nested lists': { ending: 'pdf', write: filled('%PDF-1.7\n1 0 obj', '[') },
  'a PDF of blanks': { ending: 'pdf', write: filled('%PDF-', ' ') },
  'a Word document without an archive': {
    ending: 'docx',
    write: filled('PK\u0003\u0004 [Content_Types].xml word/document.xml', 'W\0'),
  },
  'a Word document of file headers': {
    ending: 'docx',
    write: filled('PK\u0003\u0004', 'PK\u0003\u0004'),
  },
  'a file of ends of archives': {
    ending: 'xlsx',
    write: filled('PK\u0003\u0004', 'PK\u0005\u0006'),
  },
  'an old Word document': {
    ending: 'doc',
    write: filled('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', '\u0000'),
  },
  'an old Word document of sectors': {
    ending: 'xls',
    write: filled('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', '\u00fe\u00ff'),
  },
  'random bytes': {
    ending: 'bin',
    write: (bytes) =>
      Buffer.from(Array.from({ length: Math.min(bytes, 200_000) }, (_, n) => (n * 7919) % 251)),
  },
}

// A file of one size is written once: compressing it takes longer than reading it.
const writtenOnce = (write: CostlyFile['write']): CostlyFile['write'] => {
  const written = new Map<number, ReturnType<CostlyFile['write']>>()
  return (bytes) => {
    const file = written.get(bytes) ?? write(bytes)
    written.set(bytes, file)
    return file
  }
}

const named = (ending: string, all: Readonly<Record<string, CostlyFile['write']>>) =>
  Object.fromEntries(
    Object.entries(all).map(([name, write]) => [name, { ending, write: writtenOnce(write) }]),
  )

/** Costly files, by their names. */
export const COSTLY_FILES: Readonly<Record<string, CostlyFile>> = {
  ...named('xlsx', workbooks),
  ...named('csv', tables),
  ...named('png', pictures),
  ...documents,
}

const SURVEY = [
  'type',
  'name',
  'label',
  'hint',
  'relevant',
  'constraint',
  'calculation',
  'choice_filter',
  'repeat_count',
  'appearance',
  'parameters',
  'default',
  'campus',
]
const ROWS: readonly (readonly string[])[] = [
  ['text', 'a', 'A'],
  ['integer', 'b', 'B'],
  ['select_one list', 'c', 'C'],
  ['begin_repeat', 'd', 'D'],
  ['calculate', 'e', ''],
  ['text', 'f', 'F'],
  ['end_repeat', '', ''],
]

/**
 * A form of an XLSForm with a costly text at one place, or with many rows: `at` chooses the text and
 * its place.
 */
export function costlyXlsform(at: number): CostlyFile {
  const text = costlyText(Math.floor(at / 100))
  const [row, column] = [at % ROWS.length, Math.floor(at / ROWS.length) % SURVEY.length]
  const isManyRows = at % 3 === 0
  return {
    ending: 'xlsx',
    write: (bytes) => {
      const said = isManyRows ? text(40) : text(bytes)
      const once = (n: number) =>
        ROWS.map((cells, place) =>
          sheetRow(
            ...SURVEY.map((_, index) =>
              place === row && index === column
                ? said
                : index === 1 && n > 0 && cells[1] !== ''
                  ? `${cells[1]}${n}`
                  : (cells[index] ?? ''),
            ),
          ),
        ).join('')
      const copies = isManyRows ? Math.max(1, Math.floor(bytes / 1200)) : 1
      const survey = Array.from({ length: copies }, (_, n) => once(n)).join('')
      const choices = Array.from({ length: copies * 3 }, (_, n) =>
        sheetRow('list', `n${n}`, 'x'),
      ).join('')
      return createWorkbook({
        survey: sheetRow(...SURVEY) + survey,
        choices: sheetRow('list_name', 'name', 'label') + choices,
      })
    },
  }
}

/** A table of an import kind with a costly text in its cells. */
export const costlyTable = (headings: readonly string[], at: number): CostlyFile => ({
  ending: 'csv',
  write: (bytes) => {
    const text = costlyText(Math.floor(at / 50))(at % 2 === 0 ? 30 : Math.min(bytes / 8, 30_000))
    const wide = Math.max(1, at % headings.length)
    const row = (n: number) =>
      headings.map((_, column) =>
        column === wide ? text : column === 0 ? `k${n}` : text.slice(0, 8),
      )
    const rows = Math.max(1, Math.floor(bytes / (text.length + headings.length * 9 + 8)))
    return encodeCsv([
      headings,
      ...Array.from({ length: Math.min(rows, 50_000) }, (_, n) => row(n)),
    ])
  },
})
