/** What a bill, a payment and their printed sheets say. */
export const billFields = {
  fees: { zh: '费用', en: 'Fees' },
  feeYear: { zh: '缴费年度', en: 'Fee year' },
  academicYear: {
    zh: (year: string | number) => `${year} 学年`,
    en: (year: string | number) => `Academic year ${year}`,
  },
  item: { zh: '项目', en: 'Item' },
  sum: { zh: '金额', en: 'Amount' },
  total: { zh: '合计', en: 'Total' },
  due: { zh: '应缴', en: 'Due' },
  paid: { zh: '已缴', en: 'Paid' },
  offset: { zh: '冲抵', en: 'Offset' },
  owed: { zh: '尚欠', en: 'Owed' },
  settled: { zh: '已缴清', en: 'Settled' },
  noFees: { zh: '这一年没有费用', en: 'No fees in this year' },
  nothingPayable: { zh: '暂无可缴费信息', en: 'There is nothing to pay' },
<<<<<<< HEAD
  lodging: { zh: '住宿费', en: 'Accommodation' },
=======
  lodging: { zh: '住宿费', en: 'Lodging' },
  lessPaid: { zh: '减：已缴', en: 'Less what is paid' },
  lessOffset: { zh: '减：冲抵', en: 'Less what is offset' },
  wechatPay: { zh: '微信支付', en: 'WeChat Pay' },
>>>>>>> b1824722 (feat(students): show finance offsets, scholarship and what is owed)
  pay: { zh: '缴费', en: 'Pay' },
  paymentResult: { zh: '缴费结果', en: 'Payment result' },
  studentSigns: { zh: '学生签字：', en: 'Student signs:' },
  officeSigns: { zh: '经办人签字：', en: 'Office signs:' },
  date: { zh: '日期：', en: 'Date:' },
  print: { zh: '打印', en: 'Print' },
} as const
