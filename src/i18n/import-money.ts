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
    zh: '绿色通道每年每种申请的开放时间与贷款金额范围；没有规则的年度一直开放',
    en: 'When applications of the green channel are taken in a year, and for how much. A year without a rule is always open',
  },
  closesFirst: {
    zh: '截止时间应晚于开放时间',
    en: 'It must close after it opens',
  },
  noLoan: {
    zh: '应为1000到25000元，且为1000的整数倍',
    en: 'This must be 1000 to 25000 yuan in steps of 1000',
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
    zh: (paid: string) => `已缴${paid}元，应缴金额不能更少`,
    en: (paid: string) => `${paid} yuan were paid already, so it cannot be less`,
  },
  paidByChoice: {
    zh: '已由学生选房时缴纳',
    en: 'The student has paid this already after choosing a room',
  },
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
} as const
