import { outsidePaymentTexts } from './outside-payments.ts'

/** The import of students' fees and grants. */
export const moneyImportTexts = {
  items: { zh: '收费项目目录', en: 'Fee items' },
  itemsAbout: {
    zh: '每年每个项目一行，可按培养层次区分；导入应缴费用时不填金额的，按此收取',
    en: 'One row a year and item, by level where it differs. A charge that names no amount takes it from here',
  },
  dueBlank: {
    zh: '不填则按收费项目的标准',
    en: 'What the fee items say if it is blank',
  },
  noItem: {
    zh: (item: string, year: number) => `“${item}”不在${year}年的收费项目中`,
    en: (item: string, year: number) => `${item} is none of the fee items of ${year}`,
  },
  noPrice: {
    zh: (item: string, year: number) =>
      `没有填写金额，收费项目中也没有${year}年“${item}”对该生的标准`,
    en: (item: string, year: number) =>
      `There is no amount, and the fee items of ${year} have none of ${item} for this student`,
  },
  rules: { zh: '绿色通道规则', en: 'Rules of applications' },
  rulesAbout: {
    zh: '绿色通道每年每种申请的开放时间与贷款金额范围；没有填写金额的按“规则”中的贷款金额；没有规则的年度一直开放',
    en: 'When applications of the green channel are taken in a year, and for how much. Without amounts the campus’s rule of loans applies. A year without a rule is always open',
  },
  closesFirst: {
    zh: '截止时间应晚于开放时间',
    en: 'It must close after it opens',
  },
  noLoan: {
    zh: (least: string, most: string, step: string) =>
      `应为${least}到${most}元，每档${step}元（规则“生源地贷款”）`,
    en: (least: string, most: string, step: string) =>
      `By the rule of loans this must be ${least} to ${most} yuan in steps of ${step}`,
  },
  mostBelow: {
    zh: '最高金额不能低于最低金额',
    en: 'The most must not be below the least',
  },
  charges: { zh: '应缴费用', en: 'Charges' },
  chargesAbout: {
    zh: '每个学生每个项目一行，金额以元为单位；“住宿费”是宿舍的费用，名称中有“学费”的计入缓缴。先导入学生',
    en: 'One row a student and item, in yuan. 住宿费 is the charge of the dormitory, and items with 学费 in their name count for deferrals. Students come first',
  },
  underPaid: {
    zh: (paid: string) => `已缴${paid}元，改后多缴的部分需退款或转入其他学年`,
    en: (paid: string) =>
      `${paid} yuan were paid already; what is then too much has to be refunded or used for another year`,
  },
  paidByChoice: {
    zh: '已由学生选房时缴纳',
    en: 'The student has paid this already after choosing a room',
  },
  refunded: { zh: '其中的缴费有退款', en: 'one of these payments has a refund' },
  paid: { zh: '其中的费用已有学生缴纳', en: 'one of these charges has been paid already' },
  ordered: {
    zh: '有学生正在支付其中的费用',
    en: 'a student is paying one of these charges',
  },
  scholarships: { zh: '奖学金与减免', en: 'Scholarships' },
  scholarshipsAbout: {
    zh: '每个学生每年一行；已冲抵的金额从当年应缴费用中扣除。先导入学生',
    en: 'One row a student and year. What is set off is taken from what is owed for that year. Students come first',
  },
  paidSince: {
    zh: '有学生已按冲抵后的金额缴费',
    en: 'a student has paid what was left after it',
  },
  leastFees: { zh: '最低缴费额', en: 'Least payments' },
  leastFeesAbout: {
    zh: '每年每个培养层次一行：一次至少缴多少元；填“全额”则必须一次缴清',
    en: 'One row a year and level: the least that is paid at once, in yuan, or 全额 where everything has to be paid at once',
  },
  outside: outsidePaymentTexts.title,
  outsideAbout: {
    zh: '银行、收费窗口、财务平台等渠道的缴费，每笔一行；凭证号相同的只入账一次，已入账的行不会重复。撤销导入时逐笔冲销。先导入应缴费用',
    en: 'One row a payment by bank, cash desk, finance platform and the like. A reference counts once, so a row that is recorded already is not counted again. Taking the import back takes each payment back. Charges come first',
  },
  outsideItem: {
    zh: '不填则先缴当年学费，再缴其他费用',
    en: 'Blank: the whole year, tuition first',
  },
  outsideYear: {
    zh: '填写了项目的可以不填，按该生这一项尚未缴清的最早年度',
    en: 'May be blank if there is an item: the earliest year of it that is not paid',
  },
  yearOrItem: { zh: '请填写年度或项目', en: 'Enter the year or the item' },
  noCharge: {
    zh: '该生没有这一年度或项目的应缴费用',
    en: 'The student has no charge of this year or item',
  },
  dayAhead: { zh: '日期不能晚于今天', en: 'The day cannot be later than today' },
  notAbove: { zh: '金额应大于 0', en: 'The amount must be above 0' },
  notReference: {
    zh: '凭证号应为字母、数字或汉字，可含 - _ . / #，不超过 64 个字符',
    en: 'A reference has letters and digits with - _ . / # between, up to 64 characters',
  },
  referenceTaken: {
    zh: (how: string) => `该凭证号已用于另一笔入账：${how}`,
    en: (how: string) => `This reference counts already for another payment: ${how}`,
  },
  referenceTakenBack: {
    zh: '该凭证号的缴费已被冲销，凭证号不能再用；确需入账的，请加后缀（如 -2）',
    en: 'The payment with this reference was taken back, so it cannot be used again. Add a suffix such as -2 if it has to count',
  },
  surplus: {
    zh: (owed: string) => `超过尚欠的 ${owed} 元，多出的部分将记为多缴`,
    en: (owed: string) => `Above the ${owed} yuan that are owed; the rest becomes a surplus`,
  },
  loanOffsets: { zh: '贷款冲抵', en: 'Loan offsets' },
  loanOffsetsAbout: {
    zh: '银行放款后冲抵已通过的贷款申请，按合同号与回执校验码对应；冲抵后学生会收到通知。撤销导入时逐笔撤销冲抵',
    en: 'The loans that the bank has paid out, matched by contract number and receipt code of the approved application. Students are told. Taking the import back undoes each offset',
  },
  noLoanFound: {
    zh: '没有这个合同号和回执校验码的贷款申请',
    en: 'There is no loan application with this contract number and receipt code',
  },
  loanNotApproved: { zh: '这笔贷款申请尚未审核通过', en: 'This application is not approved' },
  severalLoans: {
    zh: '有多笔贷款申请对应，请逐笔冲抵',
    en: 'Several applications match; offset them one by one',
  },
  loanDone: {
    zh: (yuan: string) => `已冲抵 ${yuan} 元，与文件中的金额不同`,
    en: (yuan: string) => `${yuan} yuan were offset already, which is another amount`,
  },
  aboveApproved: {
    zh: (yuan: string) => `超过批准金额 ${yuan} 元`,
    en: (yuan: string) => `Above the approved ${yuan} yuan`,
  },
  belowApproved: {
    zh: (yuan: string) => `少于批准金额 ${yuan} 元`,
    en: (yuan: string) => `Below the approved ${yuan} yuan`,
  },
} as const
