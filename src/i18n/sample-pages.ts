import { appShellTexts } from './app-shell.ts'
import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { greenChannelTexts } from './green-channel.ts'

/** The sample pages: prototypes with fictional content that send nothing (D-100). */
export const samplePageTexts = {
  mark: { zh: '示例页面', en: 'Sample page' },
  markText: {
    zh: '内容为示例，不是您的信息，也不会提交',
    en: 'Made-up content: not about you, and nothing is sent',
  },
  nothingSent: { zh: '示例页面，没有提交任何内容', en: 'Sample page: nothing was sent' },
  notShown: { zh: '本校没有开放这个页面', en: 'This university does not show this page' },
  notShownText: {
    zh: '这里只有示例内容。缴费、报到和生活用品请从首页进入。',
    en: 'It holds made-up content only. Fees, check-in and supplies are on the home page.',
  },
  home: appShellTexts.home,

  registration: { zh: '注册缴费单', en: 'Registration fee bill' },
  form: { zh: '新生登记表', en: 'Registration form' },
  student: studentFields.student,
  name: studentFields.name,
  number: studentFields.studentNumber,
  sex: studentFields.gender,
  department: studentFields.department,
  major: studentFields.major,
  className: studentFields.className,
  fees: { zh: '费用明细', en: 'Fees' },
  item: billFields.item,
  total: billFields.total,

  preArrival: { zh: '来校须知', en: 'Before you arrive' },
  window: { zh: '报到时间', en: 'When to arrive' },
  days: { zh: '日期', en: 'Days' },
  hours: { zh: '时间', en: 'Hours' },
  place: { zh: '地点', en: 'Place' },
  modes: { zh: '来校方式', en: 'Ways to come' },
  modeNames: {
    zh: {} as Readonly<Record<string, string>>,
    en: { 火车: 'Train', 飞机: 'Plane', 汽车: 'Bus', 其他: 'Other' } as Readonly<
      Record<string, string>
    >,
  },
  stops: { zh: '校车站点', en: 'School bus stops' },
  stopNames: {
    zh: {} as Readonly<Record<string, string>>,
    en: {
      火车站: 'Train station',
      机场: 'Airport',
      汽车站: 'Coach station',
      其他: 'Other',
    } as Readonly<Record<string, string>>,
  },
  bring: { zh: '请随身携带', en: 'Bring with you' },

  order: { zh: '确认订单', en: 'Confirm the order' },
  receiver: { zh: '领取人', en: 'For' },
  pickUp: { zh: '领取地点', en: 'Pick up at' },
  unitPrice: { zh: '单价', en: 'Price each' },
  quantity: { zh: '数量', en: 'Quantity' },
  fewer: { zh: '减少一件', en: 'One fewer' },
  more: { zh: '增加一件', en: 'One more' },
  most: { zh: (n: number) => `每单最多 ${n} 件`, en: (n: number) => `At most ${n} in an order` },
  placeOrder: { zh: '提交订单', en: 'Place the order' },

  daily: { zh: '日用品预订', en: 'Daily-use booking' },
  goods: { zh: '日用品', en: 'Goods' },
  chosen: { zh: (n: number) => `已选 ${n} 样`, en: (n: number) => `${n} chosen` },
  toOrder: { zh: '去确认订单', en: 'On to the order' },

  tuition: { zh: '缴纳学费', en: 'Pay tuition' },
  year: billFields.academicYear,
  owed: billFields.owed,
  due: billFields.due,
  paid: billFields.paid,
  pay: billFields.pay,

  feePaid: billFields.paymentResult,
  feePaidDone: billFields.settled,
  receipt: { zh: '凭证号', en: 'Receipt no.' },
  time: { zh: '缴费时间', en: 'Paid at' },

  delay: { zh: '缓交申请', en: 'Deferral' },
  delayState: { zh: '查看哪种状态', en: 'State to look at' },
  reviewStatus: greenChannelTexts.reviewStatus,
  pending: greenChannelTexts.pending,
  approved: greenChannelTexts.approved,
  rejected: greenChannelTexts.rejected,
  applied: greenChannelTexts.asked,
  appliedOn: { zh: '申请日期', en: 'Applied on' },
  reason: greenChannelTexts.reviewed,
} as const
