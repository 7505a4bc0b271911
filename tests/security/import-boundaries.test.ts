import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCodebase, type CodebaseCopy } from '../support/codebase/codebase-copy.ts'
import { findImportCycle, readFeatureImports } from '../support/codebase/import-cycles.ts'
import { isLongRun } from '../support/setup/long-run.ts'
import { findLayerViolations } from '../tools/check-layers.ts'

// Each case adds one import to a copy of the codebase. The check must report this import and no
// allowed import.
const FORBIDDEN = {
  'src/features/travel/planted.ts': '../timetable/planted.ts',
  'src/features/travel/planted-alias.ts': '#app/features/timetable/planted.ts',
  'src/features/travel/planted-backend.ts': '#server/planted',
  'src/features/travel/planted-screen.ts': '#app/features/timetable/PlantedScreen.tsx',
  'src/features/travel/folder/planted.ts': '../../timetable/planted.ts',
  'src/lib/planted.ts': '#app/features/timetable/planted.ts',
  'src/lib/planted-public.ts': '#app/features/timetable/public.ts',
  'src/ui/planted.ts': '#contract/planted',
  'src/routes/planted.ts': '#contract/planted',
  'src/routes/planted-inside.ts': '#app/features/timetable/planted.ts',
  'src/planted.ts': './features/timetable/planted.ts',
  'src/offline/planted.ts': '../lib/planted-target.ts',
  'src/offline/planted-react.ts': 'react',
  'src/contract/planted.ts': '#app/lib/planted-target.ts',
  'src/contract/planted-package.ts': 'idb',
  'src/i18n/planted.ts': '../contract/planted-target.ts',
  'sw/planted.ts': '#app/lib/planted-target.ts',
  'server/planted.ts': '../src/lib/planted-target.ts',
  'server/planted-build.ts': '../build/planted-target.ts',
  'build/planted.ts': '../src/lib/planted-target.ts',
  'build/planted-backend.ts': '#server/planted-none',
  'scripts/planted.ts': '../src/lib/planted-target.ts',
  'server/demo/planted.ts': '../features/travel/store.ts',
  'server/features/travel/planted.ts': '../dorm/store.ts',
} as const
// The lint rules allow these imports, and only the order of the backend's layers forbids them.
const AGAINST_ORDER = {
  'server/platform/planted-gateways.ts': '../payment-gateways/payment-gateway.ts',
  'server/platform/planted-app.ts': '#server/app',
  'server/payment-gateways/planted.ts': '../features/payment/public.ts',
  'server/features/dorm/planted.ts': '../payment/public.ts',
  'server/features/travel/planted-sideways.ts': '../uniform/public.ts',
  'server/features/planted/planted.ts': '../../platform/clock.ts',
} as const
const ALLOWED = {
  'src/features/travel/allowed.ts': '#app/lib/planted-target.ts',
  'src/features/travel/folder/allowed.ts': '../allowed.ts',
  'src/features/travel/allowed-public.ts': '#app/features/timetable/public.ts',
  'src/routes/allowed.ts': '#app/features/timetable/PlantedScreen.tsx',
  'src/allowed.ts': '#app/features/timetable/public.ts',
  'src/contract/allowed.ts': 'valibot',
  'src/offline/allowed.ts': '../contract/planted-target.ts',
  'sw/allowed.ts': '../src/contract/planted-target.ts',
  'server/allowed.ts': '#contract/planted-target',
  'server/features/payment/allowed.ts': '../dorm/public.ts',
  'server/features/dorm/allowed.ts': '../../platform/clock.ts',
  'scripts/allowed.ts': '../build/planted-target.ts',
} as const
const HELD_BY_TYPES = [
  'src/contract/planted.ts',
  'sw/planted.ts',
  'server/planted.ts',
  'build/planted.ts',
  'src/offline/planted.ts',
] as const

let codebaseCopy: CodebaseCopy
let lint: string
let types: string
let order: readonly string[]

beforeAll(async () => {
  if (!isLongRun) return
  // The tests are left out of the copy, because they double its size and no case changes them.
  const parts = ['src', 'server', 'sw', 'build', 'scripts']
  codebaseCopy = await copyCodebase([
    ...parts,
    'package.json',
    'tsconfig.json',
    '.oxlintrc.json',
    'vite.config.ts',
  ])
  await plant('src/lib/planted-target.ts', undefined)
  await plant('src/contract/planted-target.ts', undefined)
  await plant('build/planted-target.ts', undefined)
  await plant('src/features/timetable/planted.ts', undefined)
  await plant('src/features/timetable/PlantedScreen.tsx', undefined)
  for (const [file, target] of Object.entries({ ...FORBIDDEN, ...AGAINST_ORDER, ...ALLOWED }))
    await plant(file, target)
  lint = await codebaseCopy.runTool('oxlint', '--format=unix', ...parts)
  types = await codebaseCopy.runTool('tsc', '-b', '--pretty', 'false', ...parts)
  order = findLayerViolations(codebaseCopy.path)
})

afterAll(() => (isLongRun ? codebaseCopy.remove() : undefined))

test.runIf(isLongRun).each(Object.keys(FORBIDDEN))(
  'the lint finds the forbidden import in %s',
  (file) => {
    expect(lint).toMatch(new RegExp(`${file}:.*restricted`))
  },
)

test.runIf(isLongRun).each(Object.keys(ALLOWED))(
  'the lint accepts the allowed import in %s',
  (file) => {
    expect(lint).not.toContain(`${file}:`)
    expect(types).not.toContain(`${file}(`)
  },
)

test.runIf(isLongRun).each(Object.keys(AGAINST_ORDER))(
  'the layers of the backend forbid %s',
  (file) => {
    expect(order.filter((sentence) => sentence.startsWith(`${file} `))).toHaveLength(1)
  },
)

test.runIf(isLongRun)(
  'the layer check reports only the added imports, which violate the order of layers or bypass a public file',
  () => {
    const planted = [...Object.keys(AGAINST_ORDER), ...Object.keys(FORBIDDEN)]
    expect(order.filter((sentence) => !planted.includes(sentence.split(' ', 1)[0] ?? ''))).toEqual(
      [],
    )
  },
)

test.runIf(isLongRun).each(HELD_BY_TYPES)(
  'the project references refuse the import in %s',
  (file) => {
    expect(types).toMatch(new RegExp(`${file.replaceAll('.', '\\.')}\\(.*TS6307`))
  },
)

test('no feature imports itself through other features', () => {
  expect(findImportCycle(readFeatureImports('.'))).toBeUndefined()
})

test.runIf(isLongRun)('an import cycle of features is found', async () => {
  await plant('src/features/assigned-room/planted-circle.ts', '#app/features/dorm/public.ts')
  const circle = findImportCycle(readFeatureImports(codebaseCopy.path))
  expect(circle).toEqual(expect.arrayContaining(['assigned-room', 'dorm']))
})

const plant = (file: string, target: string | undefined) =>
  codebaseCopy.addFile(
    file,
    target === undefined
      ? 'export const planted = 1\n'
      : `import * as planted from '${target}'\nexport { planted }\n`,
  )
