import type { Screen } from './screen.ts'

/** Read the timetable's text of every week, from the first to the last. */
export async function readAllWeeks(page: Screen): Promise<string[]> {
  const choice = page.getByRole('combobox', { name: '选择周次' })
  await choice.selectOption({ index: 0 })
  const weeks = await choice.locator('option').count()
  const read: string[] = []
  for (let week = 1; week <= weeks; week++) {
    await page.getByRole('heading', { name: `第 ${week} 周`, exact: true }).waitFor()
    read.push(await page.getByRole('table').innerText())
    if (week < weeks) await page.getByRole('button', { name: '下一周' }).click()
  }
  return read
}
