/** Sample data: what the deferral demo shows; the amount in fen. */
export const sampleDeferral = {
  fen: 1_020_000,
  appliedOn: '2019-08-01',
  reason: { zh: '示例原因：材料不完整', en: 'Sample reason: papers are missing' },
}
