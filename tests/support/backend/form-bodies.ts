import { toChinaYear } from '#server/platform/clock'

/** The request body of a household: one record for each member, in JSON text. */
export const householdFormBody = (
  change: Record<string, string> = {},
  members: Record<string, string>[] = [{}],
): { info: string } => ({
  info: JSON.stringify(members.map((member) => ({ ...RECORD, ...change, ...member }))),
})

const RECORD = {
  stuCode: '',
  processId: '1',
  stuPhone: '13912345678',
  nativePlace: '广东省,东莞市',
  students: '湖南省,长沙市,岳麓区',
  householdType: '2',
  migrateStatus: '1',
  guardian: '陈建国',
  relation: '1',
  phone: '19912345678',
  guardianidentifyId: '',
  job: '教师',
  workplace: '东莞市第一小学',
}

/** One size of each garment of the demo campus. */
export const GARMENT_SIZE_IDS = ['102', '203', '301', '405'] as const

/** The request body of a uniform order: one record for each garment. */
export const uniformFormBody = (
  ids: readonly string[] = GARMENT_SIZE_IDS,
  change: Record<string, string> = {},
): { formList: object[]; stuCode: string } => ({
  formList: ids.map((uniformSizeId) => ({
    stuCode: '',
    uniformSizeId,
    color: '1',
    remark: '',
    ...change,
  })),
  stuCode: '',
})

/** The request body of a reservation of living supplies. */
export const suppliesFormBody = (packageId = '1,3'): Record<string, string> => ({
  stuCode: '',
  processId: '7',
  packageId,
})

/** The request body of a loan application. The picture is base64. */
export const loanFormBody = (picture: string, change: object = {}) => ({
  applyMoney: '8000',
  stuCode: '',
  applyProveBaese64: picture,
  applyCode: '44012026001',
  receiptCode: 'AB12',
  idCard: '',
  ...change,
})

/** The request body of a student's travel record. */
export const travelFormBody = (change: Record<string, string> = {}): Record<string, string> => {
  const year = toChinaYear(new Date())
  return {
    stuCode: '',
    processId: '2',
    startCity: '广东省,东莞市',
    startDate: `${year}-08-30`,
    arriveDate: `${year}-08-31`,
    schoolbusSite: '14:30',
    tripMode: '火车',
    heelNum: '1',
    remark: '和家人一起',
    remarks: '和家人一起',
    status: '1',
    ...change,
  }
}
