import { describe, expect, test } from 'vitest'
import {
  addressOfNextStep,
  canEnterStep,
  applyReceiptsToSteps,
  findNextStep,
  numberSteps,
  addressOfStep,
  listVisibleSteps,
} from '#app/features/onboarding/steps.ts'
import type { OnboardingStep } from '#contract/onboarding'
import { isStepDone } from '#contract/onboarding'
import type { OutboxItem } from '#offline/outbox/outbox-records'

const PAGES = [
  'personalinformation',
  'schoolInformation',
  'selectdorm',
  'militaryTrainingClothing',
  'onlinefee',
  'checkin',
  'livinguse',
]
const step = (id: number, done = false): OnboardingStep => ({
  id,
  title: `step ${id}`,
  page: PAGES[id - 1] ?? '',
  skippable: [2, 4, 7].includes(id),
  done,
  doneAt: undefined,
  order: undefined,
  needs: undefined,
})
const fresh = [1, 2, 3, 4, 5, 6, 7].map((id) => step(id))
const item = (form: string, state: OutboxItem['state'] = 'waiting', order = 1): OutboxItem => ({
  order,
  key: 'k',
  subject: 's',
  form,
  schemaVersion: 1,
  payload: {},
  payloadHash: '',
  state,
  attempts: 0,
  nextAttemptAt: 0,
  capturedAt: 0,
})
const doneSteps = (...ids: number[]) =>
  fresh.map((one) => (ids.includes(one.id) ? { ...one, done: true } : one))

describe('newStatus of a step', () => {
  test.each([
    ['0', false],
    [0, false],
    ['1', true],
    [1, true],
    ['2', true],
  ])('a step with newStatus %j is done: %s [FLOW-08]', (newStatus, done) =>
    expect(isStepDone(newStatus)).toBe(done),
  )
})

describe('whether a step can be entered', () => {
  test('the first step can always be entered [FLOW-09]', () =>
    expect(canEnterStep(fresh, [], 1)).toBe(true))
  test('a step cannot be entered while the previous step is not done [FLOW-10]', () =>
    expect(canEnterStep(fresh, [], 2)).toBe(false))
  test('a step can be entered when the previous step is done [FLOW-10]', () =>
    expect(canEnterStep(doneSteps(1), [], 2)).toBe(true))
  test('a done step can be entered although previous steps are not done [FLOW-10]', () =>
    expect(canEnterStep(doneSteps(4), [], 4)).toBe(true))
  test('a step whose form waits in the outbox counts as done for the next step [OFF-22 D-107]', () =>
    expect(canEnterStep(doneSteps(1), [item('travel')], 3)).toBe(true))
  test('a step whose form waits in the outbox does not count as done for the payment step [OFF-22]', () => {
    expect(canEnterStep(doneSteps(1, 2, 3), [item('uniform')], 5)).toBe(false)
    expect(canEnterStep(doneSteps(1, 2, 3, 4), [], 5)).toBe(true)
  })
  test('a step whose form was refused counts as not done, but can be entered itself [OFF-22]', () => {
    expect(canEnterStep(doneSteps(1), [item('travel', 'needs-you')], 3)).toBe(false)
    expect(canEnterStep(doneSteps(1), [item('travel', 'needs-you')], 2)).toBe(true)
  })
  test('a step that is not in the list cannot be entered', () =>
    expect(canEnterStep(fresh, [], 99)).toBe(false))
})

describe('the status of a step', () => {
  test('a step’s status is done, waiting, next, needs-you or locked [FLOW-02]', () => {
    const placed = numberSteps(doneSteps(1), [item('travel'), item('uniform', 'needs-you', 2)])
    expect(placed.map(({ number, status }) => [number, status])).toEqual([
      [1, 'done'],
      [2, 'waiting'],
      [3, 'next'],
      [4, 'needs-you'],
      [5, 'locked'],
      [6, 'locked'],
      [7, 'locked'],
    ])
  })
  test('a step that needs a room has the status no-room while the student has none, and does not lock the next step [LIV-09]', () => {
    const early = [
      step(1, true),
      { ...step(7), id: 2 },
      { ...step(4), id: 3 },
      { ...step(5), id: 4 },
    ]
    const statuses = (...given: Parameters<typeof numberSteps>) =>
      numberSteps(...given).map(({ status }) => status)
    expect(statuses(early, [], true)).toEqual(['done', 'no-room', 'next', 'locked'])
    expect(statuses(early, [])).toEqual(['done', 'next', 'locked', 'locked'])
    expect(statuses(early, [item('living')], true)[1]).toBe('waiting')
    expect(statuses(fresh, [], true)).toEqual([
      'next',
      ...Array.from({ length: 6 }, () => 'locked'),
    ])
  })
  test('a step whose refused form was submitted again has the status waiting [OFF-19]', () => {
    const placed = numberSteps(doneSteps(1), [
      item('travel', 'needs-you', 1),
      item('travel', 'waiting', 2),
    ])
    expect(placed[1]?.status).toBe('waiting')
  })
  test('a step counts as done when its form was received after the list of steps was last read', () => {
    const receipt = {
      order: 1,
      key: 'k',
      subject: 's',
      form: 'travel',
      payload: {},
      capturedAt: 0,
      deliveredAt: 20,
    }
    expect(applyReceiptsToSteps(fresh, [receipt], 10)[1]?.done).toBe(true)
    expect(applyReceiptsToSteps(fresh, [receipt], 30)[1]?.done).toBe(false)
  })
})

describe('the next step', () => {
  test('the next step is the one with the next higher number, compared as a number [FLOW-11]', () => {
    const steps = [step(10), step(2), step(9)]
    expect(findNextStep(steps, 2)?.id).toBe(9)
    expect(findNextStep(steps, 9)?.id).toBe(10)
    expect(findNextStep(steps, 10)).toBeUndefined()
  })
  test('a step’s address consists of urlName, number and stunum, and after the last step comes the list of steps [FLOW-11]', () => {
    expect(addressOfStep(step(2), '990001')).toBe('/schoolInformation/2/990001')
    expect(addressOfNextStep(fresh, 1, '990001')).toBe('/schoolInformation/2/990001')
    expect(addressOfNextStep(fresh, 7, '990001')).toBe('/welcome/990001')
  })
  test('new students see all steps, in order [FLOW-12]', () =>
    expect(listVisibleSteps([...fresh].reverse(), true).map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]))
  test('other students see payment info and payment detail only [FLOW-13]', () =>
    expect(listVisibleSteps(fresh, false).map(({ page }) => page)).toEqual([
      'onlinefee',
      'checkin',
    ]))
})
