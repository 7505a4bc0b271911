import { expect, test } from 'vitest'
import { onboarding } from '#contract/onboarding'
import { arrivalsPerSecondAt, runArrivals, STUDENTS_PER_HOUR } from '../lab/load/arrivals.ts'
import { createCallCounts } from '../lab/load/call-counts.ts'
import { createRequestSender, isLoopback } from '../lab/load/sender.ts'
import { startBackend } from '../support/backend/backend.ts'

test('the load generator sends requests to this machine only', () => {
  expect(['http://127.0.0.1:80', 'http://localhost', 'http://[::1]:1'].every(isLoopback)).toBe(true)
  const others = [
    'http://127.0.0.1.example.edu',
    'http://10.0.0.1',
    'https://localhost.example.edu',
  ]
  for (const address of others)
    expect(() => createRequestSender([address], createCallCounts())).toThrow('loopback only')
})

test('the load generator starts ten thousand simulated phones within an hour, and halves their rate every twenty minutes', () => {
  let all = 0
  for (let second = 0; second < 3600; second++) all += arrivalsPerSecondAt(second / 60)
  expect(Math.abs(all / STUDENTS_PER_HOUR - 1)).toBeLessThan(0.01)
  expect(arrivalsPerSecondAt(20) / arrivalsPerSecondAt(0)).toBeCloseTo(0.5)
})

test('the load generator starts a simulated phone at its planned time, even while earlier phones still wait for responses', async () => {
  const begun: number[] = []
  let letGo = () => {}
  const stuck = new Promise<void>((resolve) => (letGo = resolve))
  await runArrivals({ seconds: 0.02, rate: () => 1000, random: () => 0.5 }, async (due) => {
    begun.push(due)
    if (begun.length === 5) letGo()
    await stuck
  })
  expect(begun.length).toBeGreaterThanOrEqual(5)
})

test('a response that violates its call’s contract is counted as an error of its kind', async () => {
  const backend = await startBackend({ listen: true })
  const callCounts = createCallCounts()
  const sender = createRequestSender([backend.url], callCounts)
  const { token, code } = await backend.signInAs('990001')
  await sender.send(onboarding.steps, { student: code, enrolment: '2' }, { token })
  expect(callCounts.faults().size).toBe(0)
  await sender.send(onboarding.steps, { student: code, enrolment: '2' })
  await sender.send(onboarding.reopen, { student: code, step: '99' }, { token })
  expect([...callCounts.faults()]).toEqual([
    ['/api/proces/findProcess: status 401', 1],
    [expect.stringContaining('/api/proces/deleteStatus: refused: '), 1],
  ])
  expect(callCounts.count()).toBe(3)
  await sender.close()
  await backend.close()
})
