import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'
import { findFreePort } from '../../support/backend/free-port.ts'
import { bindStudent } from '../bench/forms.ts'

/** The pages that the tools look at, by who opens them; '' is nobody. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  '': ['/', '/login', '/more', '/notice', '/schoolcalendar'],
  '990001': ['/', '/welcome/990001', '/schoolInformation/2/990001', '/paytuition/990001'],
  '880001': ['/searchcourse/880001'],
  T4001: ['/manage', '/manage/students'],
}

/** A Chromium with a profile of its own, in which somebody is signed in. */
export async function openSignedIn(
  address: string,
  who: string,
): Promise<{ context: BrowserContext; port: number; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'baodao-tools-'))
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
  })
  const [page = await context.newPage()] = context.pages()
  if (who !== '') await bindStudent(page, address, who)
  return {
    context,
    port,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
