import { addSeconds, DAY_SECONDS } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { NoticeRow } from '../platform/database/schema/schema.ts'

type ListedNotice = Pick<NoticeRow, 'title' | 'content' | 'audience'> & {
  daysAgo: number
  subject?: string
  english?: readonly [title: string, content: string]
}

const p = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('')

const NOTICES: readonly ListedNotice[] = [
  {
    title: '新生入学报到须知',
    audience: 'everyone',
    daysAgo: 1,
    content: `<h2>报到流程</h2><ol><li>在线完成<strong>网上迎新</strong>各步骤</li><li>按填报的时间到校</li><li>凭<em>报到码</em>在宿舍楼确认</li></ol>
<h2>报到时间</h2><table><thead><tr><th scope="col">类别</th><th scope="col">时间</th><th scope="col">地点</th></tr></thead>
<tbody><tr><td>本科新生</td><td>8月30日至31日</td><td>体育馆</td></tr><tr><td>研究生新生</td><td>8月31日</td><td>行政楼一层</td></tr></tbody></table>
<h2>请携带</h2><ul><li>录取通知书</li><li>身份证原件及复印件</li><li>一寸照片四张</li></ul>
<blockquote>到校当天校内禁止社会车辆通行，请乘校车。</blockquote>
<p>交通与住宿问题见<a href="https://www.example.edu/arrival">到校指南</a>。</p>`,
    english: [
      'Arriving as a new student',
      `<h2>How it goes</h2><ol><li>Go through all steps of the <strong>online orientation</strong></li><li>Arrive when you said you would</li><li>Show your <em>arrival code</em> at the dormitory</li></ol>
<h2>When</h2><table><thead><tr><th scope="col">Who</th><th scope="col">When</th><th scope="col">Where</th></tr></thead>
<tbody><tr><td>Undergraduates</td><td>30 to 31 August</td><td>Sports hall</td></tr><tr><td>Postgraduates</td><td>31 August</td><td>Administration, ground floor</td></tr></tbody></table>
<h2>Bring with you</h2><ul><li>Your letter of admission</li><li>Your ID card and a copy</li><li>Four passport pictures</li></ul>
<blockquote>The campus is closed to cars on that day: take the school bus.</blockquote>
<p>More about the way and the rooms: <a href="https://www.example.edu/arrival">the arrival guide</a>.</p>`,
    ],
  },
  {
    title: '关于开通夜间校车的通知',
    audience: 'everyone',
    daysAgo: 3,
    content: p(
      '自本周起，火车站至校区的夜间校车每晚21:30、22:30各一班。',
      '乘车请出示报到码或学生证。',
    ),
    english: [
      'A school bus at night',
      p(
        'From this week on a bus leaves the station for the campus at 21:30 and 22:30.',
        'Show your arrival code or student card.',
      ),
    ],
  },
  {
    title: '图书馆开馆时间调整',
    audience: 'everyone',
    daysAgo: 6,
    content: p('图书馆开馆时间调整为7:30至22:30，周末照常开放。'),
    english: [
      'New hours of the library',
      p('The library is open from 7:30 to 22:30, on weekends too.'),
    ],
  },
  {
    title: '本学期教学评价已开始',
    audience: 'students',
    daysAgo: 2,
    content: p(
      '请各位同学在<strong>教学评价</strong>中为本学期的每门课程打分，每题1至10分。',
      '评价结果只用于改进教学。',
    ),
    english: [
      'The teaching evaluation of this term has begun',
      p(
        'Give every course of this term its points in <strong>Teaching evaluation</strong>, 1 to 10 for each question.',
        'The results serve to improve the teaching, nothing else.',
      ),
    ],
  },
  {
    title: '校园网账号安全提醒',
    audience: 'students',
    daysAgo: 8,
    content: p('请勿将账号密码告诉他人。忘记密码可在“个人资料”中验证身份后重置。'),
    english: [
      'Keep your account safe',
      p(
        'Tell nobody your password. If you forget it, prove who you are under “Profile” and set a new one.',
      ),
    ],
  },
  {
    title: '迎新志愿者招募',
    audience: 'everyone',
    daysAgo: 12,
    content: `${p('现招募迎新志愿者60名：')}<ul><li>校门引导</li><li>行李搬运</li><li>宿舍答疑</li></ul>`,
    english: [
      'Volunteers wanted for orientation',
      `${p('Orientation needs 60 volunteers:')}<ul><li>Guiding at the gate</li><li>Carrying luggage</li><li>Answering questions in the dorms</li></ul>`,
    ],
  },
  {
    title: '宿舍值班安排',
    audience: 'staff',
    daysAgo: 2,
    content: p('迎新期间各宿舍楼安排双人值班，请提前在手机上下载住宿名单，走廊信号较弱。'),
  },
  {
    title: '您的补考安排',
    audience: 'person',
    subject: 'student:S880001',
    daysAgo: 4,
    content: p('您有课程需要补考，时间为下学期开学第一周，具体考场请见教务处公告栏。'),
    english: [
      'Your make-up exam',
      p(
        'You have a make-up exam in the first week of next term. See the board of academic affairs for the room.',
      ),
    ],
  },
  {
    title: '校历与放假安排',
    audience: 'everyone',
    daysAgo: 20,
    content: p('本学年校历已发布，可在“校历”中查看教学周与放假安排。'),
    english: [
      'Calendar and holidays',
      p('The calendar of this academic year is out: its weeks and holidays are under “Calendar”.'),
    ],
  },
]

/** Inserts the notices of the demo campus. The known student has read the oldest notice. */
export async function seedNotices(tx: Db, now: Date): Promise<void> {
  const rows = NOTICES.map(
    (
      { daysAgo, subject = null, english: [title_en, content_en] = [null, null], ...one },
      index,
    ) => ({
      ...one,
      title_en,
      content_en,
      id: `demo-${index + 1}`,
      subject,
      published_at: addSeconds(now, -daysAgo * DAY_SECONDS),
    }),
  )
  await tx.insertInto('notice').values(rows).execute()
  await tx
    .insertInto('notice_read')
    .values({ subject: 'student:S880001', notice_id: `demo-${rows.length}`, read_at: now })
    .execute()
}
