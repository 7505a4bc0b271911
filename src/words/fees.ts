/** Fees and payment (FEE rows; wording of the English-only rows D-12). */
export const feesWords = {
  nothingPayable: { zh: '暂无可缴费信息', en: 'There is nothing to pay' },
  paid: { zh: '缴费成功！', en: 'Paid!' },
  cancelled: { zh: '取消支付，缴费失败！', en: 'Payment cancelled, nothing was paid!' },
  failed: { zh: '缴费失败，请刷新后重试！', en: 'The payment failed. Refresh and try again!' },
  orderFailed: { zh: '下单失败', en: 'The order could not be made' },
  once: { zh: '请勿重复选择', en: 'Please choose only once' },
  timeOver: { zh: '支付超时！', en: 'The time to pay is over!' },
  timeOverDorm: { zh: '支付超时，请重新选择宿舍！', en: 'The time to pay is over. Choose a dorm again!' },
  chooseDormAgain: { zh: '请重新选择宿舍', en: 'Choose a dorm again' },
  orderCancelled: { zh: '您已取消该订单！', en: 'You have cancelled this order!' },
  dormFault: { zh: '宿管系统异常，请联系管理员！', en: 'The dorm system has a fault, contact the administrator!' },
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
} as const
