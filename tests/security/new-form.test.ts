import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyCodebase, type CodebaseCopy } from '../support/codebase/codebase-copy.ts'

// The smallest possible queued form: one field and a button.
const TEXTS = `
export const wishTexts = {
  title: { zh: '心愿', en: 'Wish' },
  wish: { zh: '心愿内容', en: 'What you wish' },
}
`
const CONTRACT = `
import { defineQueuedWrite } from './call.ts'
import { recordCodec, requiredKey, textCodec, type CodecValue } from './codec.ts'
import { maxCharacters } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { codeZeroRule } from './rules.ts'

const Wish = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  wish: requiredKey('wish', textCodec(maxCharacters(20))),
})
export type Wish = CodecValue<typeof Wish>

export const wish = {
  add: defineQueuedWrite({
    path: '/api/wish/add',
    who: 'student',
    form: 'wish',
    input: Wish,
    output: recordCodec({}),
    rule: codeZeroRule,
  }),
}

export const wishForm: QueuedForm<Wish> = {
  name: 'wish',
  schemaVersion: 1,
  payload: Wish,
  upcasters: {},
  sendAfter: [],
  replaces: true,
  add: wish.add,
}
`
const VIEW = `
import { type FormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { wishTexts } from '#i18n/wish'

export const wishOutboxView: FormView = {
  title: wishTexts.title,
  summary: (fields) => textOrEmpty(fields['wish']),
  fields: [{ name: 'wish', label: wishTexts.wish, show: textOrEmpty }],
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
}
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
const OWN = {
  'src/i18n/wish.ts': TEXTS,
  'src/contract/wish.ts': CONTRACT,
  'src/features/wish/outbox-view.ts': VIEW,
  'src/features/wish/WishScreen.tsx': SCREEN,
  'src/features/wish/public.ts': `export { wishOutboxView } from './outbox-view.ts'\n`,
  'src/routes/wish.tsx': ROUTE,
}
const ELSEWHERE = [
  ['src/contract/capabilities.ts', `export { wish } from './wish.ts'`],
  ['src/contract/queued-forms.ts', `export { wishForm as wish } from './wish.ts'`],
  [
    'src/features/outbox/views.ts',
    `export { wishOutboxView as wish } from '#app/features/wish/public.ts'`,
  ],
] as const

// The same route without the audience of its offline page.
const SILENT = ROUTE.replace("'/wish'", "'/silent'").replace(/ {2}staticData.*\n/, '')

let codebaseCopy: CodebaseCopy

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true, languages: ['zh-CN'] })
  codebaseCopy = await copyCodebase(['src', 'package.json', 'tsconfig.json'])
  for (const [file, source] of Object.entries(OWN)) await codebaseCopy.addFile(file, source)
  for (const [file, line] of ELSEWHERE)
    await codebaseCopy.addFile(file, `${await readFile(file, 'utf8')}${line}\n`)
  await codebaseCopy.addFile('src/routes/silent.tsx', SILENT)
})

afterAll(() => codebaseCopy.remove())

test('a new queued form works everywhere with files of its own and three lines in other files', async () => {
  const app = await openDevServer()
  const { formViewsByName } = await app.ssrLoadModule('/src/features/outbox/form-views.ts')
  const { queuedForms } = await app.ssrLoadModule('/src/contract/forms.ts')
  const { allCalls } = await app.ssrLoadModule('/src/contract/index.ts')
  await app.close()
  expect(formViewsByName.wish.title.zh).toBe('心愿')
  expect(queuedForms.wish.name).toBe('wish')
  expect(allCalls.map(({ path }: { path: string }) => path)).toContain('/api/wish/add')
  expect(ELSEWHERE.length).toBeLessThanOrEqual(3)
})

test('a new queued form compiles, and a route without the audience of its offline page does not', async () => {
  const said = await codebaseCopy.runTool('tsc', '-b', 'src', '--pretty', 'false')
  const wrong = said.split('\n').filter((line) => /^\S+\(/.test(line))
  expect(wrong).toEqual([expect.stringMatching(/^src\/routes\/silent\.tsx/)])
  expect(said).toContain("Property 'staticData' is missing")
})

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
