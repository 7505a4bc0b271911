import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// `npm run rows [-- --missing FEE]`: how many rows of the requirement inventory have a test that names them.
const GROUPS = {
  ID: 47,
  HOME: 28,
  FLOW: 20,
  FAM: 47,
  TRV: 34,
  DORM: 19,
  LIV: 15,
  UNI: 14,
  FEE: 67,
  GRN: 47,
  AUD: 18,
  PHO: 13,
  GRD: 15,
  TTB: 11,
  CAL: 4,
  EVA: 11,
  NOT: 10,
  MAJ: 19,
  PRO: 23,
  SCN: 14,
  CMP: 4,
  RPT: 10,
  OFF: 32,
  XC: 29,
} as const

const named = await namedRows('tests')
const [option, wanted] = process.argv.slice(2)

if (option === '--missing') {
  for (const [prefix, count] of Object.entries(GROUPS)) {
    if (wanted === undefined || wanted === prefix) console.log(missing(prefix, count).join('\n'))
  }
} else {
  let covered = 0
  for (const [prefix, count] of Object.entries(GROUPS)) {
    const have = count - missing(prefix, count).length
    covered += have
    console.log(`${prefix.padEnd(5)} ${String(have).padStart(3)} of ${String(count).padStart(3)}`)
  }
  console.log(`all   ${covered} of ${Object.values(GROUPS).reduce((sum, count) => sum + count, 0)}`)
  const unknown = [...named].filter((id) => !isRow(id))
  if (unknown.length > 0) console.log(`no such row: ${unknown.join(' ')}`)
}

function missing(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => row(prefix, index + 1)).filter(
    (id) => !named.has(id),
  )
}

function row(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(2, '0')}`
}

function isRow(id: string): boolean {
  const [prefix = '', number] = id.split('-')
  return (
    prefix in GROUPS &&
    Number(number) >= 1 &&
    Number(number) <= GROUPS[prefix as keyof typeof GROUPS]
  )
}

/** The rows that names of tests speak of: 'ID-08 ID-09 …', 'ID-08 to ID-12 …', 'ID-08, 09 …', 'ID-08..12 …'. */
async function namedRows(folder: string): Promise<Set<string>> {
  const rows = new Set<string>()
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.test\.tsx?$/.test(file)) continue
    const source = await readFile(join(folder, file), 'utf8')
    for (const [, , name = ''] of source.matchAll(
      /\b(?:test|it|describe)(?:\.\w+(?:\([^]*?\))?)?\(\s*(['"`])(.*?)\1/g,
    )) {
      for (const id of rowsOf(name)) rows.add(id)
    }
  }
  return rows
}

function rowsOf(name: string): string[] {
  const rows: string[] = []
  const groups = Object.keys(GROUPS).join('|')
  const pattern = new RegExp(
    `\\b(${groups})-(\\d+)(?:\\s*(?:to|–|\\.\\.)\\s*(?:\\1-)?(\\d+))?((?:,\\s*\\d{2}\\b)*)`,
    'g',
  )
  for (const [, prefix = '', from = '', to = from, more = ''] of name.matchAll(pattern)) {
    for (let number = Number(from); number <= Number(to); number++) rows.push(row(prefix, number))
    for (const [number] of more.matchAll(/\d+/g)) rows.push(row(prefix, Number(number)))
  }
  return rows
}
