import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCodebase, type CodebaseCopy } from '../support/codebase/codebase-copy.ts'

// Each case plants a field into a form's definition. Every other place that lists the form's fields
// has forgotten it, and must not compile. A field ending in 'Sent' is planted only where a form is
// validated; the others are also in the record that the university stores.
const TEXT_FIELD = (name: string) => `${name}: requiredKey('${name}', textCodec()),`
const PLANTED: Readonly<Record<string, readonly (readonly [before: string, fields: string])[]>> = {
  'src/contract/travel.ts': [
    ['const TravelFields = recordCodec({', TEXT_FIELD('travelSent') + TEXT_FIELD('travelField')],
    ['export const StoredTravel = recordCodec({', TEXT_FIELD('travelField')],
  ],
  'src/contract/family-household.ts': [
    [
      'export const SharedHouseholdFields = recordCodec({',
      TEXT_FIELD('householdSent') + TEXT_FIELD('householdField'),
    ],
    ['export const StoredSharedHouseholdFields = recordCodec({', TEXT_FIELD('householdField')],
    [
      'export const FamilyMember = recordCodec({',
      TEXT_FIELD('memberSent') + TEXT_FIELD('memberField'),
    ],
    ['export const StoredFamilyMember = recordCodec({', TEXT_FIELD('memberField')],
  ],
  'src/contract/personal-details.ts': [
    [
      'export const PersonalDetails = recordCodec({',
      TEXT_FIELD('detailsSent') + TEXT_FIELD('detailsField'),
    ],
    ['export const StoredPersonalDetails = recordCodec({', TEXT_FIELD('detailsField')],
  ],
  'src/contract/uniform.ts': [['export const Uniform = v.object({', 'uniformField: v.string(),']],
  'src/contract/living-supplies.ts': [
    ['export const SupplyReservation = recordCodec({', TEXT_FIELD('livingField')],
  ],
  'src/contract/onboarding.ts': [
    ['const StepCompletion = recordCodec({', TEXT_FIELD('completionField')],
  ],
  'src/contract/checkin.ts': [['const scanFields = {', TEXT_FIELD('scanField')]],
  'src/contract/green-channel.ts': [
    ['const LoanApplication = recordCodec({', TEXT_FIELD('loanField')],
    ['const HouseholdApplication = recordCodec({', TEXT_FIELD('deferralField')],
  ],
}
const FORGOTTEN = [
  ['travelSent', 'src/contract/travel.ts'],
  ['travelField', 'src/features/travel/values.ts'],
  ['travelField', 'src/features/travel/outbox-view.ts'],
  ['householdSent', 'src/contract/family-household.ts'],
  ['householdField', 'src/features/family/values.ts'],
  ['householdField', 'src/features/family/outbox-view.ts'],
  ['memberSent', 'src/contract/family-household.ts'],
  ['memberField', 'src/features/family/values.ts'],
  ['memberField', 'src/features/family/outbox-view.ts'],
  ['detailsSent', 'src/contract/personal-details.ts'],
  ['detailsField', 'src/features/family/details-values.ts'],
  ['detailsField', 'src/features/family/DetailsForm.tsx'],
  ['detailsField', 'src/features/students/details-labels.ts'],
  ['uniformField', 'src/contract/uniform.ts'],
  ['uniformField', 'src/features/uniform/values.ts'],
  ['uniformField', 'src/features/uniform/outbox-view.ts'],
  ['livingField', 'src/features/living-supplies/useLivingSupplies.ts'],
  ['livingField', 'src/features/living-supplies/outbox-view.ts'],
  ['completionField', 'src/features/onboarding/outbox-view.ts'],
  ['scanField', 'src/features/checkin/outbox-view.ts'],
  ['loanField', 'src/features/green-channel/draft.ts'],
  ['loanField', 'src/features/green-channel/useLoanForm.ts'],
  ['deferralField', 'src/features/green-channel/draft.ts'],
  ['deferralField', 'src/features/green-channel/useDeferralForm.ts'],
] as const

let codebaseCopy: CodebaseCopy
/** What the compiler says, one error an entry. */
let errors: readonly string[]

beforeAll(async () => {
  codebaseCopy = await copyCodebase(['src', 'server', 'package.json', 'tsconfig.json'])
  for (const [file, plants] of Object.entries(PLANTED)) {
    let source = await readFile(file, 'utf8')
    for (const [before, fields] of plants) {
      if (!source.includes(before)) throw new Error(`${file} has no ${before}`)
      source = source.replace(before, `${before} ${fields}`)
    }
    await codebaseCopy.addFile(file, source)
  }
  // The files with a list of fields, and what they import, as one program.
  const config = {
    extends: './tsconfig.json',
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node', 'vite/client', 'vite-plugin-pwa/client'],
    },
    files: [...new Set(FORGOTTEN.map(([, file]) => file))],
  }
  await codebaseCopy.addFile('planted.json', JSON.stringify(config))
  const said = await codebaseCopy.runTool('tsc', '-p', 'planted.json', '--pretty', 'false')
  errors = said.split(/\n(?=\S)/)
})

afterAll(() => codebaseCopy.remove())

test.each(FORGOTTEN)('a new field %s that %s forgets does not compile', (field, file) => {
  expect(errors).toContainEqual(
    expect.stringMatching(new RegExp(`^${file.replaceAll('.', '\\.')}\\([^]*\\b${field}\\b`)),
  )
})

test('no error is about anything but a planted field', () => {
  const fields = FORGOTTEN.map(([field]) => field)
  expect(errors.filter((error) => fields.every((field) => !error.includes(field)))).toEqual([])
})
