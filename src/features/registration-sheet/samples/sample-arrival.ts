/**
 * Sample data: what the pre-arrival page shows beside the modes and the bus stops of the contract.
 */
export const sampleArrival = {
  days: { zh: '8月12日 至 8月20日', en: '12 to 20 August' },
  hours: '8:00–18:00',
  place: { zh: '示例体育馆', en: 'Sample sports hall' },
  bring: [
    { zh: '录取通知书', en: 'Admission letter' },
    { zh: '身份证', en: 'ID card' },
    { zh: '一寸照片 4 张', en: 'Four one-inch photos' },
  ],
}
