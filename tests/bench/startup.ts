import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { EncodedSourceMap } from '@jridgewell/trace-mapping'
import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { PROFILE, type StartupProfile } from '../../server/tools/eager.ts'
import { originsIn } from '../../server/tools/origins.ts'
import { setup as buildWhatIsStale } from '../support/built-app.ts'
import { newPhone } from './browser.ts'
import { startCampus } from './campus.ts'

// See which functions the visits call that have to be quick, and write them down for the build (server/tools/eager.ts).
const ASSETS = 'dist/app/assets'
const NUMBER = '880001'

const called = new Map<string, Set<string>>()
await buildWhatIsStale()
process.env['NODE_ENV'] = 'production'
// As it is shipped, but for what the profile does to it.
await build({ logLevel: 'error', build: { sourcemap: true } })
const campus = await startCampus()
const phone = await newPhone()
try {
  await seen('/', '[class*="tile"]')
  await signIn()
  await seen('/', '[class*="tile"]')
  // Opened where there is no network. What only the fees call of the first files would cost everybody.
  await seen(`/searchcourse/${NUMBER}`, 'table tbody td span')
  await seen(`/onlinefee/5/${NUMBER}`, 'main [role="img"]', /^(?!frame-|first-)/)
} finally {
  await phone.close()
  await campus.close()
}
if (called.size === 0) throw new Error('no function was seen')
const profile: StartupProfile = Object.fromEntries(
  [...called]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, lines]) => [module, [...lines].sort()]),
)
writeFileSync(PROFILE, `${JSON.stringify(profile, undefined, 2)}\n`)
await build({ logLevel: 'error' })
console.log(
  `${[...called.values()].reduce((sum, lines) => sum + lines.size, 0)} functions in ${called.size} modules: ${PROFILE}`,
)

async function signIn() {
  const page = await phone.context.newPage()
  await page.goto(`${campus.address}/login`)
  await page.getByText(NUMBER).click()
  await page.locator('form button[type="submit"]:visible').click()
  await page.waitForURL(`${campus.address}/`)
  await page.close()
}

async function seen(path: string, content: string, files = /./) {
  const page: Page = await phone.context.newPage()
  const devtools = await phone.context.newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await page.goto(campus.address + path)
  await page.locator(content).first().waitFor()
  await page.waitForLoadState('networkidle')
  await noteCalled(devtools, files)
  await page.close()
}

async function noteCalled(devtools: CDPSession, files: RegExp) {
  const { result } = await devtools.send('Profiler.takePreciseCoverage')
  for (const { url, functions } of result) {
    const file = join(ASSETS, basename(url))
    // What the bundler writes itself has no map.
    if (!files.test(basename(url)) || !existsSync(`${file}.map`)) continue
    const map: EncodedSourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
    const origin = originsIn(readFileSync(file, 'utf8'), map)
    for (const { ranges } of functions) {
      const [whole] = ranges
      const from =
        whole && whole.count > 0 && whole.startOffset > 0 ? origin(whole.startOffset) : undefined
      if (from !== undefined)
        called.set(from.module, (called.get(from.module) ?? new Set()).add(from.line))
    }
  }
}
