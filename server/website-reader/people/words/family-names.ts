const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** Family names that come first in scripts without capitals, the longer ones first where they differ in length. */
const FAMILY_HAN =
  '欧阳 堀江 比嘉 馬場 野中 岩崎 小池 大橋 菅原 久保田 松下 浜田 平田 関 本田 川崎 永井 荒木 星野 黒田 秋山 広瀬 五十嵐 土屋 西田 山内 東 須藤 熊谷 望月 川口 大谷 松永 堀 川村 浅野 菅野 島袋 中島 三宅 古川 岡本 辻 樋口 川上 内藤 片山 白石 奥村 西川 渡部 松岡 成田 大久保 菊池 山下 高田 小松 服部 吉川 飯田 荻野 関口 早川 平井 水野 桑原 児玉 矢野 榎本 田辺 中西 宮田 玉城 金城 大城 宮城 新垣 上原 仲宗根 嶋田 笠原 山根 宮下 齋藤 齊藤 渡邉 渡邊 髙橋 淺野 司马 上官 诸葛 佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 小川 岡田 後藤 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 原 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 島田 谷口 大野 丸山 今井 河野 藤本 村田 武田 上野 杉山 増田 平野 大塚 千葉 久保 松井 小島 岩崎 桜井 野口 松尾 野村 木下 菊地 佐野 大西 杉本 新井 王 李 张 張 刘 劉 陈 陳 杨 楊 赵 趙 黄 黃 周 吴 吳 徐 孙 孫 胡 朱 高 林 何 郭 马 馬 罗 羅 梁 宋 郑 鄭 谢 謝 韩 韓 唐 冯 馮 于 董 萧 蕭 程 曹 袁 邓 鄧 许 許 傅 沈 曾 彭 吕 呂 苏 蘇 卢 盧 蒋 蔣 蔡 贾 賈 丁 魏 薛 叶 葉 阎 余 潘 杜 戴 夏 钟 鍾 汪 田 任 姜 范 方 石 姚 谭 譚 廖 邹 熊 金 陆 陸 郝 孔 白 崔 康 毛 邱 秦 江 史 顾 顧 侯 邵 孟 龙 龍 万 段 雷 钱 錢 汤 尹 黎 易 常 武 乔 贺 赖 龚 文'
const FAMILY_HANGUL =
  '남궁 황보 제갈 선우 김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 홍 전 고 문 손 양 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 탁 국'

/** Chinese and Japanese family names. */
export const HAN_FAMILY_NAMES: ReadonlySet<string> = new Set(splitWords(FAMILY_HAN))
/** Korean family names. */
export const HANGUL_FAMILY_NAMES: ReadonlySet<string> = new Set(splitWords(FAMILY_HANGUL))
