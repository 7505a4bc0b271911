/** A student's way to school as it goes over the wire. */
export const way = (change: Record<string, string> = {}): Record<string, string> => {
  const year = new Date(Date.now() + 8 * 3600 * 1000).getUTCFullYear()
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
