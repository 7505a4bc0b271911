/** The import of what students owe and get. */
export const moneyImportWords = {
  charges: { zh: '应缴费用', en: 'Charges' },
  chargesAbout: {
    zh: '每个学生每个项目一行，金额以元为单位；“住宿费”是宿舍的费用，名称中有“学费”的计入缓缴。先导入学生',
    en: 'One row a student and item, in yuan. 住宿费 is the charge of the dormitory, and items with 学费 in their name count for deferrals. Students come first',
  },
  underPaid: {
    zh: (paid: string) => `已缴${paid}元，应缴金额不能更少`,
    en: (paid: string) => `${paid} yuan were paid already, so it cannot be less`,
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
