/** Sample data of the order and booking pages; prices in fen. */
export const sampleOrder = {
  most: 20,
  pickUp: { zh: '示例楼 1 层', en: 'Sample hall, ground floor' },
  goods: [
    { id: 'bedding', name: { zh: '床上用品', en: 'Bedding' }, fen: 80_000 },
    { id: 'wash', name: { zh: '洗漱用品', en: 'Toiletries' }, fen: 6_800 },
    { id: 'flask', name: { zh: '热水瓶', en: 'Vacuum flask' }, fen: 5_900 },
    { id: 'lamp', name: { zh: '台灯', en: 'Desk lamp' }, fen: 8_900 },
  ],
}
