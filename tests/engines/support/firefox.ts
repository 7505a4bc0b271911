import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox } from 'playwright-core'
import { ENGINE_TIMEOUT_MS } from '../../support/setup/timeouts.ts'
import type { EnginePhone } from './engine-phone.ts'
import { writeLauncher } from './launcher.ts'

/** Open a phone whose browser is Debian's Firefox, driven by Playwright over WebDriver BiDi. */
export async function openFirefox(memory: string, path: string): Promise<EnginePhone> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-firefox-'))
  const between = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'firefox-esr.ts')]
  const context = await firefox.launchPersistentContext(memory, {
    channel: 'moz-firefox',
    executablePath: await writeLauncher(folder, [...between, path]),
    viewport: { width: 375, height: 812 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(ENGINE_TIMEOUT_MS)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    complaints,
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true })
    },
  }
}
