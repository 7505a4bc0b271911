import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'

/**
 * A phone with an empty memory on the disk, for one visitor. `pinned`: the certificate that it
 * trusts.
 */
export async function openEmptyPhone({ pinned }: { pinned?: string } = {}): Promise<{
  context: BrowserContext
  close: () => Promise<void>
}> {
  // TMPDIR says which disk is measured.
  const profile = await mkdtemp(join(tmpdir(), 'baodao-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      '--disable-gpu',
      '--disable-features=OptimizationHints,MediaRouter,Translate',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE 127.0.0.1',
      // By its key: with all certificate errors ignored Chromium keeps nothing in its HTTP cache,
      // and every repeat visit looks cold.
      ...(pinned === undefined ? [] : [`--ignore-certificate-errors-spki-list=${pinned}`]),
    ],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
