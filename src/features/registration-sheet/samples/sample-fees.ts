/**
 * Sample data of the fee pages; amounts in fen. Bedding and tuition are the requirements'
 * placeholders (NOT-10).
 */
export const sampleFees = {
  year: 2019,
  tuition: { name: { zh: '学费', en: 'Tuition' }, fen: 1_800_000 },
  bedding: { name: { zh: '床上用品', en: 'Bedding' }, fen: 80_000 },
  lodging: { name: { zh: '住宿费', en: 'Accommodation' }, fen: 420_000 },
  receipt: 'SAMPLE-0000',
  paidAt: '2019-08-15 10:30',
}
