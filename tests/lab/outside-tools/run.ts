import { parseArgs } from 'node:util'
import { startBenchCampus } from '../bench/bench-campus.ts'
import { evaluatePolicies } from './content-security-policy.ts'
import { fuzzByOpenApi } from './fuzz.ts'
import { checkHtml } from './html.ts'
import { checkByLighthouse } from './lighthouse.ts'
import { lintOpenApi } from './openapi.ts'
import { auditPackages } from './packages.ts'
import { installTools, type ToolResult } from './tools.ts'
import { readWorkbooks } from './workbooks.ts'

// npm run outside-tools [-- --only html,lighthouse] [--minutes 2] [--seed 7]: what programs of others
// say about pages, calls, files and packages. Exits with 1 if one of them finds a fault.
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const parts: Readonly<Record<string, (address: string) => Promise<ToolResult[]>>> = {
  lighthouse: checkByLighthouse,
  html: checkHtml,
  policies: evaluatePolicies,
  openapi: lintOpenApi,
  workbooks: readWorkbooks,
  packages: () => Promise.resolve([auditPackages()]),
  // Last, since it changes the campus.
  fuzz: (address) =>
    fuzzByOpenApi(address, { minutes: Number(values.minutes), seed: Number(values.seed) }),
}
const wanted = values.only?.split(',') ?? Object.keys(parts)
installTools()
const campus = await startBenchCampus()
let faults = 0
try {
  for (const name of wanted)
    for (const { tool, subject, said, isGood } of (await parts[name]?.(campus.address)) ?? []) {
      if (!isGood) faults++
      console.log(`${isGood ? '  ' : '! '}${tool.padEnd(16)} ${subject.padEnd(36)} ${said}`)
    }
} finally {
  await campus.close()
}
console.log(faults === 0 ? 'no fault found' : `${faults} faults found`)
process.exitCode = faults === 0 ? 0 : 1
