import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { toolPath, type ToolResult } from './tools.ts'

const run = promisify(execFile)

/**
 * Rules that do not fit, with the reason:
 *
 * - Roles beside a bearer token: OpenAPI 3.1 allows them for every scheme, the rule is of 3.0.
 * - A contact: the document is of whoever runs the campus.
 * - Descriptions of tags: the name of a tag is the capability, and each call has a title.
 */
const SPECTRAL = `extends: ["spectral:oas"]
rules:
  oas3-operation-security-defined: off
  info-contact: off
`
const REDOCLY = `extends: [recommended]
rules:
  tag-description: off
`
const Spectral = v.array(v.object({ code: v.union([v.string(), v.number()]), message: v.string() }))
const Redocly = v.object({
  problems: v.array(v.object({ ruleId: v.string(), message: v.string() })),
})
const Output = v.object({ stdout: v.string() })

/** `/openapi.json` by two linters. */
export async function lintOpenApi(address: string): Promise<ToolResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-openapi-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, await (await fetch(`${address}/openapi.json`)).text())
  await writeFile(join(folder, 'spectral.yaml'), SPECTRAL)
  await writeFile(join(folder, 'redocly.yaml'), REDOCLY)
  const ask = async (program: string, args: readonly string[]) => {
    const options = {
      cwd: folder,
      maxBuffer: 1e8,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    }
    // A linter that finds something exits with an error.
    const { stdout } = await run(process.execPath, [toolPath(program), ...args], options).catch(
      (failed: unknown) => v.parse(Output, failed),
    )
    return JSON.parse(stdout)
  }
  const spectral = v.parse(
    Spectral,
    await ask('@stoplight/spectral-cli/dist/index.js', [
      'lint',
      file,
      '-r',
      'spectral.yaml',
      '--quiet',
      '-f',
      'json',
    ]),
  )
  const redocly = v.parse(
    Redocly,
    await ask('@redocly/cli/bin/cli.js', [
      'lint',
      file,
      '--config',
      'redocly.yaml',
      '--format',
      'json',
    ]),
  )
  await rm(folder, { recursive: true })
  return [
    toResult(
      'Spectral',
      spectral.map(({ code, message }) => `${code}: ${message}`),
    ),
    toResult(
      'Redocly',
      redocly.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ),
  ]
}

const toResult = (tool: string, problems: readonly string[]): ToolResult => ({
  tool,
  subject: '/openapi.json',
  said: problems.length === 0 ? 'no problem' : [...new Set(problems)].slice(0, 5).join('; '),
  isGood: problems.length === 0,
})
