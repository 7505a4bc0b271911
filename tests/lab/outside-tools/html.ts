import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { openSignedIn, PAGES } from './signed-in-browser.ts'
import { toolPath, type ToolResult } from './tools.ts'

const run = promisify(execFile)
const Nu = v.object({
  messages: v.array(
    v.object({
      type: v.string(),
      subType: v.optional(v.string()),
      url: v.string(),
      message: v.string(),
    }),
  ),
})

/**
 * The pages by two validators: the Nu Html Checker of the W3C and html-validate. Pages for nobody as the
 * server renders them, the others as the browser has them when they are complete.
 */
export async function checkHtml(address: string): Promise<ToolResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-html-'))
  const files = new Map<string, string>()
  for (const [who, paths] of Object.entries(PAGES)) {
    const browser = await openSignedIn(address, who)
    const [page] = browser.context.pages()
    for (const path of paths) {
      const file = join(folder, `${files.size}.html`)
      if (who === '') {
        const answer = await fetch(address + path, { headers: { accept: 'text/html' } })
        await writeFile(file, await answer.text())
      } else {
        await page?.goto(address + path, { waitUntil: 'networkidle' })
        await writeFile(
          file,
          `<!doctype html>${await page?.evaluate(() => document.documentElement.outerHTML)}`,
        )
      }
      files.set(file, `${path} ${who || 'nobody'}`)
    }
    await browser.close()
  }
  const results = [...(await askNu(files)), ...(await askHtmlValidate(files))]
  await rm(folder, { recursive: true })
  return results
}

async function askNu(files: ReadonlyMap<string, string>): Promise<ToolResult[]> {
  const jar = toolPath('vnu-jar/build/dist/vnu.jar')
  const { stderr } = await run(
    'java',
    ['-jar', jar, '--exit-zero-always', '--format', 'json', ...files.keys()],
    { maxBuffer: 1e8 },
  )
  const { messages } = v.parse(Nu, JSON.parse(stderr))
  return [...files].map(([file, subject]) => {
    const errors = messages.filter(({ type, url }) => type !== 'info' && url === `file:${file}`)
    return toResult(
      'Nu Html Checker',
      subject,
      errors.map(({ message }) => message),
    )
  })
}

const HtmlValidate = v.array(
  v.object({
    filePath: v.string(),
    messages: v.array(v.object({ ruleId: v.string(), message: v.string() })),
  }),
)

async function askHtmlValidate(files: ReadonlyMap<string, string>): Promise<ToolResult[]> {
  const bin = toolPath('html-validate/bin/html-validate.mjs')
  const { stdout } = await run(
    process.execPath,
    [bin, '--preset', 'standard', '--formatter', 'json', ...files.keys()],
    { maxBuffer: 1e8 },
  ).catch((failed: unknown) => v.parse(v.object({ stdout: v.string() }), failed))
  const found = v.parse(HtmlValidate, JSON.parse(stdout === '' ? '[]' : stdout))
  return [...files].map(([file, subject]) => {
    const errors = found.find(({ filePath }) => filePath === file)?.messages ?? []
    return toResult(
      'html-validate',
      subject,
      errors.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    )
  })
}

const toResult = (tool: string, subject: string, errors: readonly string[]): ToolResult => ({
  tool,
  subject,
  said: errors.length === 0 ? 'no error' : [...new Set(errors)].join('; '),
  isGood: errors.length === 0,
})
