import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { openSignedIn, PAGES } from './signed-in-browser.ts'
import { toolPath, type ToolResult } from './tools.ts'

const run = promisify(execFile)
const CATEGORIES = ['accessibility', 'best-practices'] as const
const Report = v.object({
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
  audits: v.record(v.string(), v.object({ score: v.nullable(v.number()), title: v.string() })),
})

/** Lighthouse's accessibility and best practices of every page; all must be 100. */
export async function checkByLighthouse(address: string): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const [who, paths] of Object.entries(PAGES)) {
    const browser = await openSignedIn(address, who)
    for (const path of paths) results.push(await auditPage(browser.port, `${address}${path}`, who))
    await browser.close()
  }
  return results
}

async function auditPage(port: number, url: string, who: string): Promise<ToolResult> {
  const { stdout } = await run(
    process.execPath,
    [
      toolPath('lighthouse/cli/index.js'),
      url,
      `--port=${port}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      '--quiet',
      // So high that nothing lies half behind the fixed tab bar, which Lighthouse takes for a
      // target that is too small, although the page can be scrolled.
      '--screenEmulation.height=1600',
      // Who is signed in is kept in the storage.
      '--disable-storage-reset',
    ],
    { maxBuffer: 1e8 },
  )
  const { categories, audits } = v.parse(Report, JSON.parse(stdout))
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
  const failed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) =>
      weight > 0 && (audits[id]?.score ?? 1) < 1 ? [`${id}: ${audits[id]?.title}`] : [],
    ),
  )
  return {
    tool: 'Lighthouse',
    subject: `${new URL(url).pathname} ${who || 'nobody'}`,
    said: [scores.join(' and '), ...failed].join('; '),
    isGood: scores.every((score) => score === 100),
  }
}
