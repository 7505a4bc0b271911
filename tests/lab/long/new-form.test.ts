import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyCodebase, type CodebaseCopy } from '../../support/codebase/codebase-copy.ts'
import { joinTestPostgres } from '../../support/database/test-postgres.ts'
import { findLayerViolations } from '../../tools/check-layers.ts'

// A minimal new queued form with one field and a button, of which the university has a record.
const TEXTS = `
export const wishTexts = {
  title: { zh: '心愿', en: 'Wish' },
  wish: { zh: '心愿内容', en: 'What you wish' },
}
`
const CONTRACT = `
import { defineQueuedWrite, defineRead } from './call.ts'
import { nullableCodec, recordCodec, requiredKey, textCodec, type CodecValue } from './codec.ts'
import { maxCharacters } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { acceptIfCodeZero } from './rules.ts'

const Wish = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  wish: requiredKey('wish', textCodec(maxCharacters(20))),
})
export type Wish = CodecValue<typeof Wish>

const write = (path: '/api/wish/add' | '/api/wish/update') =>
  defineQueuedWrite({
    path,
    who: 'student',
    form: 'wish',
    input: Wish,
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  })
export const wish = {
  find: defineRead({
    path: '/api/wish/find',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: requiredKey('stuCode', textCodec()) }),
    output: recordCodec({ wish: requiredKey('data', nullableCodec(Wish)) }),
    rule: acceptIfCodeZero,
  }),
  add: write('/api/wish/add'),
  update: write('/api/wish/update'),
}

export const wishForm = {
  name: 'wish',
  schemaVersion: 1,
  payload: Wish,
  upcasters: {},
  sendAfter: [],
  replaces: true,
  find: wish.find,
  add: wish.add,
  update: wish.update,
} satisfies QueuedForm<Wish>
`
const VIEW = `
import { defineFormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { wish, type Wish } from '#contract/wish'
import { wishTexts } from '#i18n/wish'

export const wishOutboxView = defineFormView<Wish>({
  summary: (fields) => textOrEmpty(fields['wish']),
  rows: { wish: { label: wishTexts.wish, show: textOrEmpty } },
  fetchServerVersion: async (subject) => {
    const found = await callApi(wish.find, { student: subject })
    return found.type === 'ok' ? { ...found, data: found.data.wish } : found
  },
})
`
const SCREEN = `
import { useTexts } from '#app/lib/language/language.ts'
import { submitForm } from '#app/lib/forms/queued-form.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Page } from '#app/ui/Page.tsx'
import type { Wish } from '#contract/wish'
import { wishTexts } from '#i18n/wish'

export function WishScreen() {
  const texts = useTexts(wishTexts)
  const wish: Wish = { student: currentSession()?.subject ?? '', wish: '' }
  return (
    <Page title={texts.title} back>
      <Button onClick={() => void submitForm('wish', wish, undefined)}>{texts.wish}</Button>
    </Page>
  )
}
`
const ON_BEHALF_SCREEN = `
import type { OnBehalfProps } from '#app/lib/forms/on-behalf.ts'
import { Button } from '#app/ui/Button.tsx'

export const WishOnBehalfScreen = ({ student, version, write }: OnBehalfProps) => (
  <Button onClick={() => void write('wish', { student, wish: '' }, version)}>OK</Button>
)
`
const ROUTE = `
import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { WishScreen } from '#app/features/wish/WishScreen.tsx'

export const Route = createFileRoute('/wish')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: WishScreen,
})
`
const BACKEND_FORM = `
import * as v from 'valibot'
import { wishForm, type Wish } from '#contract/wish'
import type { Db } from '../../platform/database/db.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import {
  defineQueuedOnBehalfForm,
  findFormHistory,
  recordFormVersion,
  type FormSubmission,
} from '../student-forms/public.ts'

export async function findWish(db: Db, student: string) {
  const versions = await findFormHistory(db, student, 100)
  const newest = versions.find(({ form }) => form === wishForm.name)
  return newest && { payload: v.parse(wishForm.payload.schema, newest.words), version: newest.version }
}

export const saveWish = (ask: FormSubmission<Wish>) =>
  writeIfCurrentVersion(ask, {
    form: wishForm.name,
    find: () => findWish(ask.db, ask.student.code),
    save: async (version) => {
      const { student, writer, now } = ask
      const saved = { student: student.code, version, payload: ask.input, writer, now }
      await recordFormVersion(ask.db, wishForm.name, saved)
      return undefined
    },
  })

export const wishOnBehalfForm = defineQueuedOnBehalfForm({
  form: wishForm,
  page: 'wish',
  find: findWish,
  save: saveWish,
})
`
const BACKEND_ROUTES = `
import type { wish, Wish } from '#contract/wish'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import { findWish, saveWish } from './wish-form.ts'

const save = studentHandler<Wish, Record<never, never>>((ask) => saveWish(toOwnSubmission(ask)))

export const wishHandlers: Handlers<typeof wish> = {
  find: studentHandler(async ({ student, db }) => {
    const found = await findWish(db, student.code)
    return succeed({ wish: found?.payload ?? null }, versionTag('wish', found?.version ?? 0))
  }),
  add: save,
  update: save,
}
`
const EXPORT = `
import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import { wishTexts } from '#i18n/wish'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import { KEYED_STUDENT_COLUMNS, studentColumns } from './student-columns.ts'

export const wishExport = createExportHandler({
  title: exportTexts.wish,
  action: 'exports.wish',
  columns: [...studentColumns, { title: wishTexts.wish, cell: ({ wish }) => wish }],
  rows: ({ db, input, now }: HandlerRequest<CallInput<typeof exports.wish>>) =>
    selectExpectedStudents(db, { ...input, buildingScope: 'all', now })
      .innerJoin('form_history as line', 'line.student_code', 'student.code')
      .where('line.form', '=', 'wish')
      .select(KEYED_STUDENT_COLUMNS)
      .select(sql<string>\`line.words ->> 'wish'\`.as('wish')),
})
`
const BACKEND_TEST = `
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('a wish is stored once, read, opened by the office, and exported', async () => {
  const student = await backend.signInAs('990001')
  const own = { stuCode: student.code }
  const key = { 'idempotency-key': 'wish-wish' }
  for (const replayed of [null, 'true']) {
    const sent = await student.post('/api/wish/add', { ...own, wish: '一只猫' }, key)
    expect(sent.headers.get('idempotency-replayed')).toBe(replayed)
  }
  const found = await student.post('/api/wish/find', own)
  expect([found.body.data, found.headers.get('etag')]).toMatchObject([{ wish: '一只猫' }, '"wish-1"'])
  const stale = await student.post('/api/wish/update', { ...own, wish: '两只' }, { 'if-match': '"wish-0"' })
  expect(stale.status).toBe(412)
  const office = await backend.signInAs('T5001')
  const opened = await office.post('/api/manage/students/openForm', { student: student.code, form: 'wish' })
  expect(opened.body.data).toMatchObject({ wish: '一只猫' })
  const page = await office.post('/api/manage/students/open', { student: student.code })
  expect(JSON.stringify(page.body)).toContain('一只猫')
})
`
const OWN = {
  'src/i18n/wish.ts': TEXTS,
  'src/contract/wish.ts': CONTRACT,
  'src/features/wish/outbox-view.ts': VIEW,
  'src/features/wish/WishScreen.tsx': SCREEN,
  'src/features/wish/WishOnBehalfScreen.tsx': ON_BEHALF_SCREEN,
  'src/features/wish/public.ts': `export { wishOutboxView } from './outbox-view.ts'\n`,
  'src/routes/wish.tsx': ROUTE,
  'server/features/wish/wish-form.ts': BACKEND_FORM,
  'server/features/wish/routes.ts': BACKEND_ROUTES,
  'server/features/wish/public.ts': `export { wishOnBehalfForm } from './wish-form.ts'\n`,
  'server/features/exports/wish.ts': EXPORT,
  'tests/server/wish.test.ts': BACKEND_TEST,
}

/** A line in a list elsewhere, before a line that is there; '' is the end of the file. */
type AddedLine = readonly [file: string, before: string, line: string]

/** The two lists that make it a queued form. All others are told by the compiler from then on. */
const FIRST: readonly AddedLine[] = [
  ['src/contract/capabilities.ts', '', `export { wish } from './wish.ts'\n`],
  ['src/contract/queued-forms.ts', '', `export { wishForm as wish } from './wish.ts'\n`],
]
const titles = `{ find: 'The wish, if any', add: 'Save the wish', update: 'Save the wish anew' }`
const REST: readonly AddedLine[] = [
  [
    'src/features/outbox/views.ts',
    '',
    `export { wishOutboxView as wish } from '#app/features/wish/public.ts'\n`,
  ],
  [
    'src/routes/-manage/OfficeStudents.tsx',
    '  travel: lazyScreen(',
    `  wish: lazyScreen(async () => (await import('#app/features/wish/WishOnBehalfScreen.tsx')).WishOnBehalfScreen),\n`,
  ],
  [
    'src/contract/exports.ts',
    '  travel: defineExport(',
    `  wish: defineExport('/api/manage/exports/wish', FORMS, arrivalFilterFields),\n`,
  ],
  ['src/features/exports/export-tables.ts', `  'travel',`, `  'wish',\n`],
  ['src/i18n/exports.ts', '  travel: {', `  wish: { zh: '心愿表', en: 'Wishes' },\n`],
  [
    'src/i18n/audit-actions.ts',
    `  'exports.travel'`,
    `  'exports.wish': { zh: '导出心愿', en: 'Exported wishes' },\n`,
  ],
  ['src/i18n/form-titles.ts', '  travel: {', `  wish: { zh: '心愿', en: 'Wish' },\n`],
  ['server/layers.ts', `  'features/travel',`, `  'features/wish',\n`],
  ['server/features/index.ts', '', `import { wishHandlers } from './wish/routes.ts'\n`],
  ['server/features/index.ts', '  travel: travelHandlers', `  wish: wishHandlers,\n`],
  [
    'server/features/students/on-behalf-forms.ts',
    '',
    `import { wishOnBehalfForm } from '../wish/public.ts'\n`,
  ],
  [
    'server/features/students/on-behalf-forms.ts',
    '  travel: travelOnBehalfForm',
    `  wish: wishOnBehalfForm,\n`,
  ],
  ['server/features/exports/routes.ts', '', `import { wishExport } from './wish.ts'\n`],
  ['server/features/exports/routes.ts', '  travel: travelExport', `  wish: wishExport,\n`],
  ['server/openapi/call-titles-students.ts', '  travel: {', `  wish: ${titles},\n`],
  [
    'server/openapi/call-titles-office.ts',
    `    travel: '`,
    `    wish: 'The wishes, a row each',\n`,
  ],
  ['tests/support/backend/four-forms.ts', `  'travel',`, `  'wish',\n`],
  [
    'tests/support/backend/four-forms.ts',
    '  travel: ({',
    `  wish: ({ student, number }) => ({ student, wish: String(number) }),\n`,
  ],
]
/** Where the compiler asks for the other lines, once the form is in the first two lists. */
const ASKED = [
  ['src/features/outbox/form-views.ts', 'its outbox view'],
  ['src/routes/-manage/OfficeStudents.tsx', 'its screen for the office'],
  ['src/contract/exports.ts', 'its export'],
  ['server/features/index.ts', 'its handlers'],
  ['server/features/students/on-behalf-forms.ts', 'its form for the office'],
  ['server/openapi/document.ts', 'the titles of its calls'],
  ['server/features/exports/wish.ts', 'the name of its export and the action in the audit log'],
  ['tests/support/backend/four-forms.ts', 'its sample payloads'],
] as const

// The same route without the audience of its offline page.
const SILENT = ROUTE.replace("'/wish'", "'/silent'").replace(/ {2}staticData.*\n/, '')

let codebaseCopy: CodebaseCopy
let asked: string
let layers: readonly string[]

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true, languages: ['zh-CN'] })
  codebaseCopy = await copyCodebase([
    'src',
    'server',
    'sw',
    'build',
    'scripts',
    'tests',
    'public',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
  ])
  for (const [file, source] of Object.entries(OWN)) await codebaseCopy.addFile(file, source)
  await addLines(FIRST)
  const files = [...new Set([...ASKED, ...REST].map(([file]) => file))]
  const sources = files.filter((file) => file !== 'server/features/exports/wish.ts')
  await configure([...sources, ...Object.keys(OWN), 'src/routes/silent.tsx'])
  await codebaseCopy.addFile('src/routes/silent.tsx', SILENT)
  asked = await compile()
  layers = findLayerViolations(codebaseCopy.path)
  await addLines(REST)
})

afterAll(() => codebaseCopy.remove())

test.each(ASKED)('the compiler asks in %s for %s', (file) => {
  expect(asked).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}\\([^]*?\\bwish\\b`, 'm'))
})

test('the layer check asks for the layer of the new feature', () => {
  expect(layers.filter((sentence) => sentence.includes('features/wish'))).not.toEqual([])
})

test('a new queued form works everywhere with its own files and the lines that were asked for', async () => {
  const app = await openDevServer()
  const { formViewsByName } = await app.ssrLoadModule('/src/features/outbox/form-views.ts')
  const { queuedForms } = await app.ssrLoadModule('/src/contract/forms.ts')
  const { findFormTitle } = await app.ssrLoadModule('/src/i18n/form-titles.ts')
  const { allCalls } = await app.ssrLoadModule('/src/contract/index.ts')
  await app.close()
  expect(formViewsByName.wish.fields).toMatchObject([{ name: 'wish' }])
  expect(queuedForms.wish.name).toBe('wish')
  expect(findFormTitle('wish').zh).toBe('心愿')
  expect(allCalls.map(({ path }: { path: string }) => path)).toContain('/api/wish/add')
})

test('a new queued form compiles, and a route without the audience of its offline page does not', async () => {
  const said = await compile()
  const errors = said.split('\n').filter((line) => /^\S+\(/.test(line))
  // Of a server compiled with the types of a browser.
  const wrong = errors.filter((line) => !line.startsWith('server/app.ts('))
  expect(wrong).toEqual([expect.stringMatching(/^src\/routes\/silent\.tsx/)])
  expect(said).toContain("Property 'staticData' is missing")
})

test('the backend stores the new form, and the office opens it', async () => {
  const postgres = await joinTestPostgres()
  vi.stubEnv('TEST_DATABASE_URL', postgres.connectionString)
  const said = await codebaseCopy.runTool(
    'vitest',
    'run',
    '--project',
    'server',
    'tests/server/wish.test.ts',
  )
  vi.unstubAllEnvs()
  await postgres.release()
  expect(said).toMatch(/Tests.*1 passed/)
})

const addLines = async (lines: readonly AddedLine[]) => {
  for (const [file, before, line] of lines) {
    const source = await readFile(join(codebaseCopy.path, file), 'utf8')
    if (!source.includes(before)) throw new Error(`${file} has no ${before}`)
    await codebaseCopy.addFile(
      file,
      before === '' ? source + line : source.replace(before, () => line + before),
    )
  }
}

/** These files, and what they import, as one program. */
const configure = (files: readonly string[]) =>
  codebaseCopy.addFile(
    'planted.json',
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['node', 'vite/client', 'vite-plugin-pwa/client'],
      },
      files: [...new Set(files), 'src/router.tsx'],
    }),
  )

const compile = () => codebaseCopy.runTool('tsc', '-p', 'planted.json', '--pretty', 'false')

/** Load the app as the development server does, which generates the route tree. */
const openDevServer = () =>
  createServer({
    root: codebaseCopy.path,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: join(codebaseCopy.path, 'src/routes'),
        generatedRouteTree: join(codebaseCopy.path, 'src/routeTree.gen.ts'),
        quoteStyle: 'single',
        semicolons: false,
      }),
    ],
  })
