import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'

/**
 * A browser with an empty profile on the disk, for one visitor. `pinned` is the fingerprint of the
 * certificate that it trusts.
 */
export async function openEmptyPhone({ pinned }: { pinned?: string } = {}): Promise<{
  context: BrowserContext
  close: () => Promise<void>
}> {
  // TMPDIR determines which disk is measured.
  const profile = await mkdtemp(join(tmpdir(), 'baodao-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      '--disable-gpu',
      '--disable-features=OptimizationHints,MediaRouter,Translate',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE 127.0.0.1',
      // The certificate is trusted by its key. If Chromium ignored all certificate errors, it would
      // keep nothing in its HTTP cache, and every repeated visit would be measured like a first
      // one.
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
