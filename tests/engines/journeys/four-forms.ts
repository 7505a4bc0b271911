import { expect } from 'vitest'
import { queuedForms } from '#contract/forms'
import { assignBed, findFormVersion } from '../../support/backend/four-forms.ts'
import {
  closeSavedSheet,
  findTravelRecord,
  locateOutboxTab,
} from '../../support/browser/browser-campus.ts'
import { FORM_SCREENS, type FormScreen } from '../../support/browser/four-forms-screens.ts'
import type { Screen } from '../../support/browser/screen.ts'
import { bindStudent, type TestJourneyRun } from '../support/journey-run.ts'

const STUDENT = 'S990001'
const NUMBER = '990001'
const MIDDLE = Math.ceil(FORM_SCREENS.length / 2)

/**
 * Fill in four forms offline, closing the browser in between, and send them when it opens online.
 */
export async function fillFourFormsOffline(trip: TestJourneyRun): Promise<void> {
  const { origin, proxy, backend } = trip.campus
  await assignBed(backend, STUDENT)
  const first = await trip.openPhone()
  await bindStudent(first, trip)
  await first.page.goto(`${origin}/me`)
  await first.page.getByText('已就绪', { exact: true }).waitFor()
  await proxy.setFault('refuse')
  for (const screen of FORM_SCREENS.slice(0, MIDDLE)) await submit(first.page, origin, screen)
  await first.close()

  const second = await trip.openPhone()
  for (const screen of FORM_SCREENS.slice(MIDDLE)) await submit(second.page, origin, screen)
  await second.page.goto(origin)
  await locateOutboxTab(second.page, FORM_SCREENS.length).waitFor()
  expect(await findVersions(trip)).toEqual(FORM_SCREENS.map(() => 0))
  await second.close()

  // A closed browser sends nothing. Waiting items are sent when the app opens.
  await proxy.setFault('pass')
  const { page } = await trip.openPhone()
  await page.goto(origin)
  await expect.poll(() => findVersions(trip)).toEqual(FORM_SCREENS.map(() => 1))
  await locateOutboxTab(page, 0).waitFor()
  const { answers, steps } = await findTravelRecord(trip.campus, NUMBER)
  expect(steps.toSorted()).toEqual(FORM_SCREENS.map(({ step }) => step))
  const order = answers.map(({ form }) => form)
  for (const { form } of FORM_SCREENS) {
    expect(order.filter((name) => name === form)).toHaveLength(1)
    for (const earlier of queuedForms[form]?.sendAfter ?? [])
      expect(order.indexOf(earlier), `${earlier} before ${form}`).toBeLessThan(order.indexOf(form))
  }
  await page.goto(`${origin}/outbox`)
  for (const { receipt } of answers) await page.getByText(`回执 ${receipt}`).first().waitFor()
}

async function submit(
  page: Screen,
  origin: string,
  { page: name, step, fill, submit: label }: FormScreen,
): Promise<void> {
  await page.goto(`${origin}/${name}/${step}/${NUMBER}`)
  await fill(page)
  await page.getByRole('button', { name: label, exact: true }).click()
  await closeSavedSheet(page)
}

const findVersions = ({ campus: { backend } }: TestJourneyRun) =>
  Promise.all(FORM_SCREENS.map(({ form }) => findFormVersion(backend, form, STUDENT)))
