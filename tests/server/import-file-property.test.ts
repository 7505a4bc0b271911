import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSkippedLines } from '#server/features/imports/public'
import { findImportById } from '#server/features/imports/store'
import type { ExportSheet } from '#server/platform/sheets/sheet'
import { writeXlsx } from '#server/platform/sheets/xlsx'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { rewriteZip } from '../support/backend/zip.ts'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

/** A change of a file: some bytes from a place on are replaced by others. */
interface Edit {
  /** The place, as thousandths of the length. */
  readonly at: number
  readonly removed: number
  readonly added: Uint8Array
}

/** A list of departments as a file, and how it was damaged. */
interface DamagedFile {
  readonly rows: readonly (readonly [string, string])[]
  readonly format: 'csv' | 'xlsx' | 'parts of xlsx'
  readonly edits: readonly Edit[]
}

const cell = fc.oneof(
  fc.stringMatching(/^[0-9A-Z]{1,4}$/),
  fc.constantFrom('', '信息学院', '合计', '#示例：01', '学院代码', '1.5', '=A1', '2026-09-01'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
// Pieces that mean something to one of the readers, beside any bytes.
const PIECES =
  '" | \r | \n | , | ; | \t | \0 | \uFEFF | < | > | </c> | <row r="1048577"> | &#0; | <c r="B2" t="s"><v>99999999</v></c> |  r="ZZZ1" |  t="b" | <!DOCTYPE x> | &a; | PK\u0003\u0004'
const pieces = fc.constantFrom(...PIECES.split(' | '))
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(999),
  removed: fc.oneof(fc.constant(0), fc.nat(4), fc.nat(400)),
  added: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    pieces.map((text) => new TextEncoder().encode(text)),
  ),
})
const file: fc.Arbitrary<DamagedFile> = fc.record({
  rows: fc.array(fc.tuple(cell, cell), { maxLength: 12 }),
  format: fc.constantFrom('csv', 'xlsx', 'parts of xlsx'),
  edits: fc.array(edit, { maxLength: 6 }),
})

const damage = (bytes: Uint8Array, edits: readonly Edit[]): Uint8Array =>
  edits.reduce((left, { at, removed, added }) => {
    const place = Math.floor((at / 1000) * left.byteLength)
    return new Uint8Array(
      Buffer.concat([left.subarray(0, place), added, left.subarray(place + removed)]),
    )
  }, bytes)

const HEADINGS = ['学院代码', '学院名称'] as const

async function writeFile({ rows, format, edits }: DamagedFile): Promise<Uint8Array> {
  if (format === 'csv')
    return damage(new TextEncoder().encode(stringify([HEADINGS, ...rows])), edits)
  const sheet: ExportSheet<readonly [string, string]> = {
    title: '学院',
    language: 'zh',
    columns: HEADINGS.map((title, nth) => ({
      title: { zh: title, en: title },
      cell: (row) => row[nth] ?? '',
    })),
    batches: (async function* () {
      yield rows
    })(),
  }
  const parts: Uint8Array[] = []
  for await (const chunk of writeXlsx(sheet)) parts.push(chunk)
  const bytes = new Uint8Array(Buffer.concat(parts))
  if (format === 'xlsx') return damage(bytes, edits)
  return rewriteZip(bytes, (name, content) =>
    name.endsWith('.xml')
      ? Buffer.from(damage(new TextEncoder().encode(content), edits)).toString()
      : content,
  )
}

test(
  'however a file is damaged, its import ends in one sentence or accounts for each of its lines',
  () =>
    runProperty<DamagedFile>({
      name: 'import-files',
      runs: file,
      describeRun: ({ rows, format, edits }) => [
        format,
        JSON.stringify(rows),
        ...edits.map(
          ({ at, removed, added }) => `${at} −${removed} +${Buffer.from(added).toString('hex')}`,
        ),
      ],
      check: async (one, { recordEvent, recordTrace }) => {
        const office = createImportRunner(backend)
        const { id, problem, refused } = await office.dryRunFile(
          'departments',
          await writeFile(one),
        )
        const found = await findImportById(backend.db, id)
        if (found === undefined) throw new Error('The import is not in the list.')
        recordEvent(one.format, found.state)
        recordTrace([found.state, problem, refused])
        if (problem !== '') {
          expect(found.state).toBe('unreadable')
          expect(problem).toMatch(/[\u4E00-\u9FFF]/)
          expect(found.problem?.en).toMatch(/[a-z]/)
          return
        }
        const { added, changed, unchanged, lines } = found
        const skipped = parseSkippedLines(found).reduce((sum, { count }) => sum + count, 0)
        expect(added + changed + unchanged + found.refused + skipped).toBe(lines)
        if (one.format === 'csv' && one.edits.length === 0) expect(lines).toBe(one.rows.length + 1)
        expect(refused.length).toBeGreaterThanOrEqual(found.refused)
      },
    }),
  PROPERTY_TIMEOUT_MS,
)
