import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCodebase, type CodebaseCopy } from '../support/codebase/codebase-copy.ts'

interface Plant {
  readonly file: string
  /** The line before the planted one. */
  readonly after: string
  readonly line: string
  /** The files of the backend that do not know what was planted. */
  readonly forgetful: readonly string[]
}

// A new field of each form, as somebody would add it to the contract alone.
const FIELDS: Readonly<Record<string, Plant>> = {
  travelField: {
    file: 'src/contract/travel.ts',
    after: 'const TravelFields = recordCodec({',
    line: "travelField: requiredKey('travelField', textCodec()),",
    forgetful: ['server/features/exports/forms.ts', 'server/features/travel/store.ts'],
  },
  householdField: {
    file: 'src/contract/family-household.ts',
    after: 'export const SharedHouseholdFields = recordCodec({',
    line: "householdField: requiredKey('householdField', textCodec()),",
    forgetful: ['server/features/exports/forms.ts', 'server/features/family/store.ts'],
  },
  detailsField: {
    file: 'src/contract/personal-details.ts',
    after: 'export const PersonalDetails = recordCodec({',
    line: "detailsField: requiredKey('detailsField', textCodec()),",
    forgetful: ['server/features/exports/forms.ts', 'server/features/family/store.ts'],
  },
  uniformField: {
    file: 'src/contract/uniform.ts',
    after: 'export const Uniform = v.object({',
    line: 'uniformField: v.string(),',
    forgetful: ['server/features/exports/forms.ts', 'server/features/uniform/store.ts'],
  },
  livingField: {
    file: 'src/contract/living-supplies.ts',
    after: 'export const SupplyReservation = recordCodec({',
    line: "livingField: requiredKey('livingField', textCodec()),",
    forgetful: ['server/features/living-supplies/store.ts'],
  },
}

const column = (name: string, after: string, forgetful: string): Plant => ({
  file: 'server/platform/database/schema/schema.ts',
  after,
  line: `${name}: string`,
  forgetful: [forgetful],
})
// A new column without a default in each table that a compiled write fills.
const COLUMNS: Readonly<Record<string, Plant>> = {
  travel_column: column(
    'travel_column',
    'export interface TravelRow {',
    'server/features/travel/store.ts',
  ),
  household_column: column(
    'household_column',
    'export interface HouseholdRow {',
    'server/features/family/store.ts',
  ),
  details_column: column(
    'details_column',
    '  personal_details: {',
    'server/features/family/store.ts',
  ),
  uniform_column: column(
    'uniform_column',
    '  uniform_order: {',
    'server/features/uniform/store.ts',
  ),
  living_column: column(
    'living_column',
    '  living_reservation: {',
    'server/features/living-supplies/store.ts',
  ),
  answer_column: column('answer_column', '  idempotency: {', 'server/platform/http/idempotency.ts'),
  session_column: column('session_column', '  session: {', 'server/platform/sessions/session.ts'),
  history_column: {
    ...column(
      'history_column',
      '  form_history: {',
      'server/features/student-forms/form-history.ts',
    ),
    file: 'server/platform/database/schema/form-tables.ts',
  },
}

let codebaseCopy: CodebaseCopy
/** Each error of the compiler, with its reasons. */
let errors: readonly string[]

beforeAll(async () => {
  codebaseCopy = await copyCodebase([
    'src/contract',
    'src/i18n',
    'server',
    'package.json',
    'tsconfig.json',
  ])
  for (const { file, after, line } of Object.values({ ...FIELDS, ...COLUMNS })) {
    const source = await readFile(join(codebaseCopy.path, file), 'utf8')
    if (source.split(after).length !== 2) throw new Error(`${file} has not one line ${after}`)
    await codebaseCopy.addFile(file, source.replace(after, `${after}\n${line}`))
  }
  // One program without project references: a part with errors would hide those of the next.
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      types: ['node'],
    },
    files: [...new Set(Object.values({ ...FIELDS, ...COLUMNS }).flatMap((one) => one.forgetful))],
    references: [],
  }
  await codebaseCopy.addFile('tsconfig.planted.json', JSON.stringify(settings))
  const options = ['-p', 'tsconfig.planted.json', '--pretty', 'false', '--singleThreaded']
  errors = (await codebaseCopy.runTool('tsc', ...options)).split(/\n(?=\S)/)
})

afterAll(() => codebaseCopy.remove())

const filesNaming = (planted: string) => [
  ...new Set(
    errors
      .filter((error) => error.includes(`'${planted}'`))
      .map((error) => error.split('(', 1)[0] ?? ''),
  ),
]

test.each(Object.entries(FIELDS))(
  'a form field %s that the backend neither stores nor exports does not compile',
  (name, { forgetful }) => {
    expect(filesNaming(name)).toEqual(expect.arrayContaining([...forgetful]))
  },
)

test.each(Object.entries(COLUMNS))(
  'a column %s without a default that its write forgets does not compile',
  (name, { forgetful }) => {
    expect(filesNaming(name)).toEqual(expect.arrayContaining([...forgetful]))
  },
)
