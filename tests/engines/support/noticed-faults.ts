import { expect } from 'vitest'
import { filterConsoleErrors } from './console-errors.ts'
import type { TestJourneyRun } from './journey-run.ts'

// The messages of the faults, the same in every engine.
const FAULTS = [
  /an error on purpose/,
  /a warning on purpose/,
  /uncaught on purpose/,
  /rejected on purpose/,
  /script-src/,
  /connect-src/,
]

/** Check that every kind of error on a page is recorded and fails its test journey. */
export async function expectFaultsToBeNoticed({
  engine,
  campus,
  openPhone,
  finish,
}: TestJourneyRun): Promise<void> {
  const { page, complaints } = await openPhone()
  await page.goto(campus.origin)
  await page.evaluate(makeFaults)
  for (const fault of FAULTS) await expect.poll(() => complaints.join('\n')).toMatch(fault)
  const faults = filterConsoleErrors(engine, complaints).join('\n')
  for (const fault of FAULTS) expect(faults).toMatch(fault)
  await expect(finish()).rejects.toThrow('complaints of')
}

/** Runs in the page: causes the faults. */
function makeFaults(): void {
  console.error('an error on purpose')
  console.warn('a warning on purpose')
  setTimeout(() => {
    throw new Error('uncaught on purpose')
  })
  void Promise.reject(new Error('rejected on purpose'))
  const script = document.createElement('script')
  script.textContent = 'void 0'
  document.head.append(script)
  void fetch('https://elsewhere.example').catch(() => {})
}
