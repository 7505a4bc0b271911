import type { Db } from '../platform/database/db.ts'

const KNOW = {
  zh: `<h2>网上报到时间</h2><p><strong>本科新生：8月12日至8月20日</strong></p>
<p>请在此期间完成网上报到的各个步骤。没有信号时也可以填写，联网后自动提交。</p>
<h2>生源地助学贷款</h2><p><strong>每年 8000 元，在校期间免息</strong></p>
<p>已在当地办理的同学，请在“缴费”步骤提交贷款回执。</p>
<h2>请随身携带</h2><ul><li>录取通知书</li><li>身份证</li><li>户口迁移证（迁移户口的同学）</li></ul>`,
  en: `<h2>Online check-in</h2><p><strong>New undergraduates: 12 to 20 August</strong></p>
<p>Go through all steps of the online check-in in these days. Forms can be filled in without a signal and are sent once connected.</p>
<h2>Student loan</h2><p><strong>8000 yuan a year, free of interest while you study</strong></p>
<p>If you have one from home, hand its receipt in at the payment step.</p>
<h2>Bring with you</h2><ul><li>Letter of admission</li><li>ID card</li><li>Household transfer certificate (if you move your household)</li></ul>`,
}

const row = (...cells: readonly string[]) =>
  `<tr><th scope="row">${cells[0]}</th>${cells
    .slice(1)
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><tbody><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr>${rows
    .map((cells) => row(...cells))
    .join('')}</tbody></table>`

const FEES = {
  zh: `<h2>学费（元/年）</h2>${table(
    ['类别', '本科', '专科'],
    [
      ['第一类', '24000', '15600'],
      ['第二类', '26000', '16600'],
      ['第三类', '28000', '18600'],
    ],
  )}<p>特色学院另收 2700 元。</p><h2>其他费用</h2>${table(
    ['项目', '金额（元）'],
    [
      ['住宿费（每年）', '4200'],
      ['代收费', '1205'],
      ['教材费（本科）', '500'],
      ['教材费（专科）', '400'],
    ],
  )}<h2>资助</h2><p>无息贷款：每年 8000 元。</p>`,
  en: `<h2>Tuition (yuan a year)</h2>${table(
    ['Category', 'Undergraduate', 'Vocational'],
    [
      ['First', '24000', '15600'],
      ['Second', '26000', '16600'],
      ['Third', '28000', '18600'],
    ],
  )}<p>A special college takes 2700 in addition.</p><h2>Other fees</h2>${table(
    ['Item', 'Yuan'],
    [
      ['Dormitory, a year', '4200'],
      ['Agency fee', '1205'],
      ['Textbooks, undergraduate', '500'],
      ['Textbooks, vocational', '400'],
    ],
  )}<h2>Support</h2><p>Interest-free loan: 8000 yuan a year.</p>`,
}

/** Inserts the demo's pages about enrolment and fees; existing ones stay unchanged. */
export async function seedGuide(tx: Db, now: Date): Promise<void> {
  await tx
    .insertInto('guide')
    .values([
      { name: 'know', content: KNOW.zh, content_en: KNOW.en, updated_at: now },
      { name: 'fees', content: FEES.zh, content_en: FEES.en, updated_at: now },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
