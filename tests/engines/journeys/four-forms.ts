import { expect } from 'vitest'
import { FORMS_OF_FIRST_DAY, assignBed, findFormVersion } from '../../support/backend/four-forms.ts'
import {
  closeSavedSheet,
  fillTravelForm,
  openTravelForm,
  locateOutboxTab,
  submitForm,
  findTravelRecord,
} from '../../support/browser/browser-campus.ts'
import { fillFamilyForm, chooseRadio } from '../../support/browser/four-forms-screens.ts'
import { findPersonalData } from '../../support/browser/personal-data.ts'
import type { Screen } from '../../support/browser/screen.ts'
import { bindStudent, type TestJourneyRun } from '../support/journey-run.ts'

const STUDENT = 'S990001'
const KEPT = ['garments', 'colours', 'uniform', 'packages', 'resident', 'reservation']

/**
 * Fill in four forms offline, closing the browser in between, and send them when it opens online.
 */
export async function fillFourFormsOffline(trip: TestJourneyRun): Promise<void> {
  const { origin, proxy, backend } = trip.campus
  await assignBed(backend, STUDENT)
  const first = await trip.openPhone()
  await bindStudent(first, trip)
  await first.page.goto(`${origin}/welcome/990001`)
  await first.page.getByRole('link', { name: /个人与家庭信息/ }).waitFor()
  for (const name of KEPT)
    await expect
      .poll(async () => (await findPersonalData(first.page)).join())
      .toContain(`"${name}"`)
  await proxy.setFault('refuse')
  await write(first.page, `${origin}/personalinformation/1/990001`, fillFamilyForm)
  await openTravelForm(first.page, origin)
  await fillTravelForm(first.page)
  await submitForm(first.page)
  await closeSavedSheet(first.page)
  await first.close()

  const second = await trip.openPhone()
  await write(second.page, `${origin}/militaryTrainingClothing/4/990001`, fillUniform)
  await second.page.goto(`${origin}/livinguse/7/990001`)
  await second.page.getByRole('checkbox', { name: /热水瓶/ }).check()
  await second.page.getByRole('button', { name: '预订', exact: true }).click()
  await closeSavedSheet(second.page)
  await second.page.goto(origin)
  await locateOutboxTab(second.page, 4).waitFor()
  expect(await versions(trip)).toEqual([0, 0, 0, 0])
  await second.close()

  // A closed browser sends nothing. Waiting items are sent when the app opens.
  await proxy.setFault('pass')
  const { page } = await trip.openPhone()
  await page.goto(origin)
  await expect.poll(() => versions(trip)).toEqual([1, 1, 1, 1])
  await locateOutboxTab(page, 0).waitFor()
  const { answers, steps } = await findTravelRecord(trip.campus, '990001')
  expect(steps.toSorted()).toEqual([1, 2, 4, 7])
  const order = answers.flatMap(({ form }) => FORMS_OF_FIRST_DAY.filter((one) => one === form))
  expect(new Set(order.slice(0, 2))).toEqual(new Set(['family', 'travel']))
  expect(order).toHaveLength(4)
  await page.goto(`${origin}/outbox`)
  for (const { receipt } of answers) await page.getByText(`回执 ${receipt}`).first().waitFor()
}

async function write(
  page: Screen,
  address: string,
  fill: (page: Screen) => Promise<void>,
): Promise<void> {
  await page.goto(address)
  await fill(page)
  await submitForm(page)
  await closeSavedSheet(page)
}

async function fillUniform(page: Screen): Promise<void> {
  await chooseRadio(page, '上衣', '175')
  await chooseRadio(page, '裤子', '170')
  await chooseRadio(page, '帽子', 'M')
  await chooseRadio(page, '鞋', '42')
  await chooseRadio(page, '颜色', '军绿')
}

const versions = ({ campus: { backend } }: TestJourneyRun) =>
  Promise.all(FORMS_OF_FIRST_DAY.map((form) => findFormVersion(backend, form, STUDENT)))
