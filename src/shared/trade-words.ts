// cspell:disable
/** Words of the trade, and places, in English, in Hindi and in Latin letters as Hindi is typed: 'carpenter', 'बढ़ई'. */
import { normaliseForSearch } from './search.ts'
import { wordIndex } from './similar-words.ts'

/**
 * Each line is one meaning. Words after a '|' are understood but not searched for: they are surnames ('suthar'), part
 * of other words ('ply' of 'supply') or also used in other trades ('मिस्त्री').
 */
const meanings = [
  // People and their work
  'carpenter carpentry बढ़ई कारपेंटर कार्पेंटर badhai barhai | मिस्त्री mistri mistry khati suthar सुथार karigar kaarigar कारीगर',
  'polish polisher पॉलिश पालिश palish | polishing',
  'painter painting paint पेंटर पेन्टर पेंट | rangai rangsaz',
  'welder welding वेल्डर वैल्डर वेल्डिंग',
  'operator ऑपरेटर आपरेटर opretar',
  'helper हेल्पर सहायक | helpar',
  'driver ड्राइवर ड्राईवर चालक draivar',
  'designer design डिज़ाइनर डिज़ाइन डिजायनर डिजाइनिंग | designing',
  'fitter फिटर | fitar',
  'fitting installation installer फिटिंग',
  'electrician electrical इलेक्ट्रीशियन बिजली bijli | electric',
  'supervisor सुपरवाइज़र निरीक्षक | suparvaizar',
  'manager मैनेजर प्रबंधक',
  'accountant accounts अकाउंटेंट एकाउंटेंट लेखाकार munim मुनीम | account',
  'salesman sales सेल्समैन सेल्स विक्रेता | salesperson',
  'labour labourer मज़दूर श्रमिक mazdoor | labor majdoor majdur',
  'guard security गार्ड चौकीदार सुरक्षा chowkidar | watchman',
  'packing packer पैकिंग पैकर',
  'loader loading लोडर लोडिंग | loding',
  'upholstery upholsterer अपहोल्स्ट्री गद्दी',
  'carving carver नक्काशी nakkashi | nakashi',
  'worker karigar कारीगर | kaarigar artisan craftsman',
  'technician mechanic टेक्नीशियन तकनीशियन मैकेनिक | mistiri',
  'tailor दर्ज़ी darzi | darji stitching',
  // Machines and places
  'machine machinery मशीन mashin',
  'factory फैक्ट्री फैक्टरी कारखाना karkhana',
  'workshop वर्कशॉप कार्यशाला',
  'cutting cutter कटिंग | kating',
  'sawmill आरा | saw aara',
  // Materials
  'wood wooden लकड़ी लकडी काष्ठ lakdi | timber wud',
  'plywood प्लाईवुड प्लाइवुड प्लाई | ply plai',
  'teak सागौन सागवान sagwan sagaun | sagon',
  'sheesham shisham शीशम rosewood',
  'laminate लैमिनेट लेमिनेट सनमाइका sunmica | mica',
  'veneer विनियर वीनियर',
  'glass काँच कांच शीशा kaanch | kanch',
  'adhesive glue गोंद fevicol फेविकोल | gond',
  'hardware हार्डवेयर',
  'hinge कब्ज़ा kabza | kabja',
  'steel स्टील',
  'iron लोहा loha',
  'foam फोम',
  'fabric cloth कपड़ा kapda',
  // Products
  'furniture फर्नीचर फ़र्निचर furnichar',
  'door दरवाज़ा दरवाज़े darwaza | darvaja',
  'window खिड़की khidki | khirki',
  'wardrobe cupboard almirah अलमारी almari | almira',
  'table मेज टेबल | mez',
  'chair कुर्सी kursi',
  'bed पलंग बिस्तर palang',
  'sofa सोफा सोफ़ा',
  'kitchen रसोई किचन rasoi',
  'office कार्यालय ऑफिस ऑफ़िस',
  'handicraft हस्तशिल्प hastshilp | handicrafts',
]

/** Towns of the trade and states, as they are typed in Latin letters and in Hindi, with older names. */
const places = [
  'mumbai मुंबई मुम्बई bombay',
  'thane ठाणे थाणे',
  'bhiwandi भिवंडी',
  'pune पुणे पूना poona',
  'nashik नासिक nasik',
  'nagpur नागपुर',
  'kolhapur कोल्हापुर',
  'aurangabad औरंगाबाद sambhajinagar',
  'delhi दिल्ली dilli',
  'noida नोएडा',
  'ghaziabad गाज़ियाबाद',
  'gurugram गुरुग्राम गुड़गांव gurgaon',
  'faridabad फरीदाबाद',
  'yamunanagar यमुनानगर',
  'panipat पानीपत',
  'sonipat सोनीपत',
  'ludhiana लुधियाना',
  'jalandhar जालंधर',
  'kartarpur करतारपुर',
  'amritsar अमृतसर',
  'chandigarh चंडीगढ़',
  'dehradun देहरादून',
  'saharanpur सहारनपुर',
  'moradabad मुरादाबाद',
  'bareilly बरेली',
  'lucknow लखनऊ',
  'kanpur कानपुर',
  'agra आगरा',
  'varanasi वाराणसी बनारस banaras',
  'prayagraj प्रयागराज इलाहाबाद allahabad',
  'jaipur जयपुर',
  'jodhpur जोधपुर',
  'udaipur उदयपुर',
  'bikaner बीकानेर',
  'ahmedabad अहमदाबाद',
  'surat सूरत',
  'vadodara वडोदरा बड़ौदा baroda',
  'rajkot राजकोट',
  'morbi मोरबी',
  'gandhidham गांधीधाम',
  'indore इंदौर इन्दौर',
  'bhopal भोपाल',
  'gwalior ग्वालियर',
  'raipur रायपुर',
  'ranchi रांची',
  'patna पटना',
  'kolkata कोलकाता कलकत्ता calcutta',
  'siliguri सिलीगुड़ी',
  'guwahati गुवाहाटी',
  'bhubaneswar भुवनेश्वर',
  'visakhapatnam विशाखापत्तनम vizag',
  'vijayawada विजयवाड़ा',
  'hyderabad हैदराबाद',
  'bengaluru बेंगलुरु बैंगलोर bangalore',
  'mysuru मैसूर mysore',
  'mangaluru मंगलुरु mangalore',
  'chennai चेन्नई madras',
  'coimbatore कोयंबटूर',
  'kochi कोच्चि cochin',
  'thiruvananthapuram तिरुवनंतपुरम trivandrum',
  'rajasthan राजस्थान',
  'gujarat गुजरात',
  'maharashtra महाराष्ट्र',
  'punjab पंजाब',
  'haryana हरियाणा',
  'bihar बिहार',
  'karnataka कर्नाटक',
  'kerala केरल',
  'telangana तेलंगाना',
  'assam असम',
  'odisha ओडिशा उड़ीसा orissa',
]

/** Words that connect others: 'carpenter in Jodhpur', 'पुणे के पास'. */
const connecting = new Set(
  ['near in at for and me mein ke paas', 'में के पास और'].flatMap((words) =>
    normaliseForSearch(words).split(' '),
  ),
)

/** The terms without those that only connect others; all of them when there is no other. */
export function withoutConnectingWords(terms: readonly string[]): readonly string[] {
  const others = terms.filter((term) => !connecting.has(term))
  return others.length > 0 ? others : terms
}

/** For each word the words that are searched for besides it. */
function wordsByWord(lines: readonly string[]): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>()
  for (const line of lines) {
    const [searched = [], understood = []] = line
      .split('|')
      .map((part) => normaliseForSearch(part).split(' ').filter(Boolean))
    for (const word of [...searched, ...understood])
      words.set(word, [...(words.get(word) ?? []), ...searched])
  }
  return words
}

const wordsOfTrade = wordsByWord(meanings)
const namesOfPlaces = wordsByWord(places)

const known = wordIndex([...wordsOfTrade.keys(), ...namesOfPlaces.keys()])

/** The term, which is folded in the same way, and the words of the trade and places of which it is a typing error. */
export const knownWords = (term: string): string[] =>
  term.length < 7 || wordsOfTrade.has(term) || namesOfPlaces.has(term)
    ? [term]
    : [term, ...known.similar(term)]

/** The words of the trade that mean the same as a search term, which is folded by `normaliseForSearch`. */
export const tradeWords = (term: string): string[] =>
  othersOf(term, wordsOfTrade.get(term) ?? wordsOfTrade.get(term.replace(/(?<=[a-z]{3})s$/, '')))

/** The other names of a town or state, which is folded in the same way. */
export const placeNames = (term: string): string[] => othersOf(term, namesOfPlaces.get(term))

/** A word that contains the term is found without it. */
const othersOf = (term: string, words: readonly string[] = []): string[] =>
  [...new Set(words)].filter((word) => !word.includes(term))
