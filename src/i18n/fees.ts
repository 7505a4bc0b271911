import { appShellTexts } from './app-shell.ts'
import { billFields } from './fields/bill.ts'

/** Fees and payment (FEE rows; wording of the English-only rows D-12). */
export const feesTexts = {
  nothingPayable: billFields.nothingPayable,
  paid: { zh: '缴费成功！', en: 'Paid!' },
  cancelled: { zh: '取消支付，缴费失败！', en: 'Payment cancelled, nothing was paid!' },
  failed: {
    zh: '缴费失败，请刷新后重试！',
    en: 'The payment failed. Refresh the page and try again.',
  },
  orderFailed: { zh: '下单失败', en: 'The order could not be made' },
  once: { zh: '请勿重复选择', en: 'Please choose only once' },
  timeOver: { zh: '支付超时！', en: 'The time to pay is over!' },
  timeOverDorm: {
    zh: '支付超时，请重新选择宿舍！',
    en: 'The time to pay is over. Choose a dorm again!',
  },
  chooseDormAgain: { zh: '请重新选择宿舍', en: 'Choose a dormitory again' },
  orderCancelled: { zh: '您已取消该订单！', en: 'You have cancelled this order!' },
  dormFault: {
    zh: '宿管系统异常，请联系管理员！',
    en: 'The dormitory system has a fault, contact the administrator!',
  },
  pendingReview: {
    zh: '您有未处理的绿色通道审核,请耐心等待审核后操作！',
    en: 'A green-channel application of yours is under review. Wait for it, then pay!',
  },
  amountRequired: { zh: '请输入实缴金额', en: 'Enter the amount to pay' },
  amountWrong: { zh: '请输入正确的金额', en: 'Enter a correct amount' },
  amountTooLow: {
    zh: (yuan: string) => `缴费金额不得低于最低缴费标准：${yuan}元`,
    en: (yuan: string) => `The amount must not be below the minimum of ${yuan} yuan`,
  },
  noInsurance: { zh: '注：以上费用不含医疗保险', en: 'Note: medical insurance is not included' },

  title: { zh: '缴费信息', en: 'Fees' },
  what: billFields.fees,
  payOnlineOnly: { zh: '缴费需联网', en: 'paying needs a network' },
  outdated: { zh: '有新的缴费，金额尚未更新', en: 'New payment, amounts not updated yet' },
  aged: {
    zh: (age: string) => `${age}，缴费需联网`,
    en: (age: string) => `${age}; paying needs a network`,
  },
  failedRead: { zh: '缴费信息加载失败', en: 'The fees could not be loaded' },
  year: billFields.feeYear,
  yearNamed: billFields.academicYear,
  yearOwed: { zh: (year: string) => `${year} 学年尚欠`, en: (year: string) => `Owed for ${year}` },
  settled: billFields.settled,
  due: billFields.due,
  paidSoFar: billFields.paid,
  owed: billFields.owed,
  offset: billFields.offset,
  picture: {
    zh: ({ due, paid, offset, owed }: Picture) =>
      `应缴${due}，已缴${paid}${offset === undefined ? '' : `，冲抵${offset}`}，尚欠${owed}`,
    en: ({ due, paid, offset, owed }: Picture) =>
      `Due ${due}, paid ${paid}${offset === undefined ? '' : `, offset ${offset}`}, owed ${owed}`,
  },
  items: { zh: (year: string) => `${year} 学年费用项目`, en: (year: string) => `Items of ${year}` },
  lodging: billFields.lodging,
  alreadyPaid: billFields.lessPaid,
  alreadyOffset: billFields.lessOffset,
  shownTotal: billFields.total,
  noItems: billFields.noFees,

  amount: { zh: '实缴金额', en: 'Amount' },
  amountHint: {
    zh: (yuan: string) => `单位：元，最多 ${yuan} 元`,
    en: (yuan: string) => `In yuan, ${yuan} at most`,
  },
  amountFixed: { zh: '须一次缴清', en: 'To be paid at once' },
  amountReset: { zh: '已恢复为尚欠金额，请确认', en: 'Back at what is owed. Please check it' },
  pay: billFields.pay,
  finish: { zh: '完成', en: 'Done' },
  connectToPay: { zh: '联网后可缴费', en: 'Connect to pay' },
  holdLeft: { zh: '宿舍名额保留', en: 'Your place is held for' },
  holdByUniversity: { zh: '以学校时间为准', en: 'by the university’s clock' },
  payByThen: {
    zh: (time: string) => `请在 ${time} 前缴费，逾期名额将释放`,
    en: (time: string) => `Pay by ${time}, or it is given up`,
  },
  holdUnknown: {
    zh: '暂时无法获取宿舍名额的保留时间，请稍后再试',
    en: 'The time for which your place is held is not available right now. Try again later',
  },
  chooseDorm: { zh: '重新选择宿舍', en: 'Choose a dorm again' },
  openOutsideMiniProgram: {
    zh: '小程序中不能缴费，请在微信中打开学校公众号的页面后缴费',
    en: 'A mini program cannot pay. Open the page of the school’s account in WeChat to pay',
  },
  openInApp: { zh: '请在微信中打开本页后缴费', en: 'Open this page in WeChat to pay' },

  method: { zh: '选择支付方式', en: 'How to pay' },
  wechatPay: billFields.wechatPay,
  alipay: { zh: '支付宝', en: 'Alipay' },
  bankCard: { zh: '银行卡', en: 'Bank card' },
  close: appShellTexts.close,
  ordering: { zh: '正在下单…', en: 'Making the order…' },
  paying: { zh: '请在支付页完成支付', en: 'Finish on the payment page' },

  confirming: { zh: '学校正在确认这笔支付', en: 'The university is confirming this payment' },
  confirmingText: {
    zh: (nth: number, all: number) => `第 ${nth} 次查询，共 ${all} 次。请不要重复支付。`,
    en: (nth: number, all: number) =>
      `Asking for the ${ordinal(nth)} time of ${all}. Do not pay again.`,
  },
  unconfirmed: {
    zh: '学校还没有收到支付结果',
    en: 'The university has no word of this payment yet',
  },
  unconfirmedText: {
    zh: '手机显示支付完成，但以学校收到为准。请不要重复支付，稍后刷新查看。',
    en: 'The phone says it went well, but only the university’s word counts. Do not pay again; look again later.',
  },
  openOrder: { zh: '有一笔未完成的订单', en: 'One order is not finished' },
  openOrderText: {
    zh: '这笔订单还没有支付成功。可以继续支付，或取消后重新下单。',
    en: 'It has not been paid. Go on paying, or cancel it and begin anew.',
  },
  checkingText: {
    zh: '支付机构还没有给出结果。请不要重复支付，稍后刷新查看。',
    en: 'The payment service has given no result yet. Do not pay again; look again later.',
  },
  found: { zh: '之前的支付已到账', en: 'Your earlier payment has arrived' },
  foundText: {
    zh: (number: string) => `学校已收到，请不要重复支付。订单号 ${number}`,
    en: (number: string) => `The university has it: do not pay again. Order ${number}`,
  },
  orderNumber: { zh: '订单号', en: 'Order no.' },
  orderAmount: { zh: '订单金额', en: 'Amount' },
  orderTime: { zh: '更新时间', en: 'As of' },
  goOnPaying: { zh: '继续支付', en: 'Go on paying' },
  refresh: { zh: '刷新', en: 'Look again' },
  cancelOrder: { zh: '取消订单', en: 'Cancel the order' },
  cancelAsk: { zh: '确定取消这笔订单吗？', en: 'Cancel this order?' },
  cancelReleasesBed: {
    zh: '取消后，为您保留的宿舍名额将同时释放，需要重新选择宿舍。',
    en: 'The dormitory place that is held for you is given up with it, and you will have to choose again.',
  },
  keepOrder: { zh: '暂不取消', en: 'Keep it' },
  cancelFailed: { zh: '订单没有取消，请刷新后查看', en: 'The order was not cancelled. Look again' },
  ok: { zh: '知道了', en: 'OK' },

  sandboxTitle: { zh: '模拟支付', en: 'Sandbox payment' },
  sandboxText: {
    zh: '这里代替即时通信应用的支付页，不会扣款。请选择结果：',
    en: 'This stands in for the messaging app’s payment page. No money moves. Choose how it ends:',
  },
  sandboxPay: { zh: '支付成功', en: 'Pay' },
  sandboxCancel: { zh: '取消支付', en: 'Cancel' },
  sandboxFail: { zh: '支付失败', en: 'Fail' },
  sandboxDies: { zh: '支付后手机死机', en: 'Pay, then the phone dies here' },

  resultTitle: billFields.paymentResult,
  resultUnknown: { zh: '支付结果暂时未知', en: 'The result is not known yet' },
  askResult: { zh: '查询结果', en: 'Check the result' },
  nothingPaid: { zh: '学校还没有收到缴费', en: 'The university has received no payment yet' },
  paidOrder: {
    zh: (amount: string, number: string) => `${amount}，订单号 ${number}`,
    en: (amount: string, number: string) => `${amount}, order ${number}`,
  },
  orderClosed: { zh: '这笔订单已关闭', en: 'This order is closed' },
  failedText: {
    zh: '没有完成支付。可以回到缴费页重试。',
    en: 'The payment was not completed. You can pay again from the fee page.',
  },
  next: { zh: '下一步', en: 'Next' },
  home: appShellTexts.home,
  payRest: { zh: '缴纳余款', en: 'Pay the rest' },
  again: { zh: '重新缴费', en: 'Pay again' },

  listTitle: { zh: '网上缴费', en: 'Online payment' },
  listFailed: { zh: '缴费项目加载失败', en: 'The items could not be loaded' },
  ownFailed: { zh: '个人信息加载失败', en: 'Your details could not be loaded' },
  itemPay: { zh: (name: string) => `缴费：${name}`, en: (name: string) => `Pay: ${name}` },
  unpaid: { zh: '未缴费', en: 'Unpaid' },
  paidOff: { zh: '已缴费', en: 'Paid' },
  itemTitle: billFields.pay,
  itemGone: { zh: '这个项目现在不能缴费', en: 'This item cannot be paid now' },
  backToList: { zh: '查看缴费项目', en: 'See the items' },
  item: billFields.item,
  state: { zh: '状态', en: 'State' },
  remark: { zh: '备注', en: 'Remark' },
  sum: billFields.sum,

  chooseTitle: { zh: '选择缴费方式', en: 'How to pay your fees' },
  thirdParty: { zh: '第三方支付', en: 'Third-party pay' },
  thirdPartyText: { zh: '现在在线缴费', en: 'Pay online now' },
  atSchool: { zh: '到校缴费', en: 'Pay at school' },
  atSchoolText: {
    zh: '生成缴费单，到校后凭单缴费；选择后本步骤即完成',
    en: 'Get a slip and pay with it on campus. Choosing this completes the step',
  },
  chosen: { zh: '已选择', en: 'Chosen' },
  total: billFields.total,

  checkinTitle: { zh: '缴费明细', en: 'Payment details' },
  checkinFailed: { zh: '缴费明细加载失败', en: 'The payment details could not be loaded' },
  ways: { zh: '缴费方式', en: 'How it was paid' },
  details: { zh: '缴费项目', en: 'What was paid' },
  noneYet: { zh: '本年度还没有缴费', en: 'Nothing has been paid this year' },
  orderSubject: {
    zh: (year: string) => `${year}学年学费`,
    en: (year: string) => `Tuition ${year}`,
  },
} as const

interface Picture {
  readonly due: string
  readonly paid: string
  readonly offset: string | undefined
  readonly owed: string
}

const ordinal = (n: number) => `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`
