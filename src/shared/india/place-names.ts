// cspell:disable
/** Place names in addresses: other names of the states, cities whose name only one state has, countries. */
import type { StateCode } from './states.ts'

/**
 * Other names of states than those in `states.ts`. Letters with full stops between them are matched as words of one
 * letter.
 */
export const stateAliases: Partial<Record<StateCode, string>> = {
  '01': 'Jammu Kashmir|Kashmir|J and K|J K|JK|जम्मू कश्मीर|कश्मीर',
  '02': 'Himachal|HP|H P|हिमाचल|हि प्र',
  '03': 'PB|Panjab|पंजाब',
  '04': 'Chandigarh UT|U T Chandigarh|UT Chandigarh|चण्डीगढ़',
  '05': 'Uttaranchal|Uttrakhand|उत्तराखण्ड',
  '06': 'HR|Har|हरयाणा',
  '07': 'New Delhi|Delhi NCT|NCT of Delhi|DL|नई दिल्ली',
  '08': 'Raj|RJ|राज',
  '09': 'UP|U P|Uttarpradesh|उ प्र|यूपी',
  '10': 'BR|Bihar',
  '12': 'Arunachal',
  '19': 'WB|W B|W Bengal|Westbengal|प बंगाल|बंगाल',
  '20': 'JH|झारखण्ड',
  '21': 'Orissa|OD|उड़ीसा|ओडिसा',
  '22': 'CG|C G|Chattisgarh|Chhatisgarh|Chattishgarh|छ ग',
  '23': 'MP|M P|Madhyapradesh|म प्र|एमपी',
  '24': 'Guj|GJ|Gujrat|गुज',
  '26':
    'Daman|Diu|Silvassa|Daman and Diu|Dadra|Dadra and Nagar Haveli|DNH|D N H|D and NH|दमन|सिलवासा|दमन और दीव|' +
    'दादरा और नगर हवेली',
  '27': 'Mah|Maha|MH|M S|Maharastra|Maharashtra State|महा|महाराष्ट्',
  '29': 'KA|Kar|Karn|Karnatka|Karnataka State|कर्नाटका',
  '30': 'Goa State|GA',
  '31': 'Lakshadweep Islands',
  '32': 'KL|Keralam|केरला',
  '33': 'TN|T N|Tamilnadu|Tamil Naadu|तमिल नाडु',
  '34': 'Pondicherry|PY|पांडिचेरी',
  '35': 'Andaman|Andamans|Andaman and Nicobar|A and N Islands',
  '36': 'TS|T S|TG|Telengana|तेलंगणा',
  '37': 'AP|A P|Andhra|Andhrapradesh|आ प्र|आन्ध्र प्रदेश',
}

/** The largest cities, the towns of panels and furniture, and neighbours of either: names of one state alone. */
export const cities: Partial<Record<StateCode, string>> = {
  '01': 'Jammu',
  '02': 'Shimla|Simla|Solan|Baddi|Nalagarh|Paonta Sahib|Dharamshala',
  '03':
    'Ludhiana|Amritsar|Jalandhar|Jullundur|Patiala|Bathinda|Bhatinda|Mohali|Hoshiarpur|Zirakpur|Pathankot|Kartarpur|' +
    'Derabassi|Dera Bassi|लुधियाना|अमृतसर|जालंधर',
  '05': 'Dehradun|Dehra Dun|Haridwar|Hardwar|Roorkee|Haldwani|Rishikesh|Pantnagar|देहरादून|हरिद्वार',
  '06':
    'Faridabad|Gurgaon|Gurugram|Panipat|Sonipat|Sonepat|Karnal|Rohtak|Hisar|Hissar|Ambala|Yamunanagar|Yamuna Nagar|' +
    'Yamnanagar|Jagadhri|Panchkula|Kurukshetra|Bahadurgarh|Rewari|Manesar|यमुनानगर|यमुना नगर|फरीदाबाद|गुड़गांव|गुरुग्राम|पानीपत',
  '08':
    'Jaipur|Jodhpur|Kota|Ajmer|Bikaner|Alwar|Bhilwara|Sikar|Sri Ganganagar|Ganganagar|Bhiwadi|Neemrana|Barmer|' +
    'Jaisalmer|जयपुर|जोधपुर|कोटा|बीकानेर|अजमेर',
  '09':
    'Lucknow|Kanpur|Ghaziabad|Agra|Varanasi|Banaras|Meerut|Prayagraj|Allahabad|Bareilly|Aligarh|Moradabad|Saharanpur|' +
    'Gorakhpur|Noida|Greater Noida|Firozabad|Jhansi|Muzaffarnagar|Mathura|Hapur|लखनऊ|कानपुर|आगरा|वाराणसी|मेरठ|' +
    'सहारनपुर|नोएडा|गाजियाबाद|बरेली|मुरादाबाद',
  '10': 'Patna|Gaya|Muzaffarpur|Bhagalpur|Darbhanga|पटना|मुजफ्फरपुर',
  '11': 'Gangtok',
  '12': 'Itanagar',
  '13': 'Dimapur|Kohima',
  '14': 'Imphal',
  '15': 'Aizawl',
  '16': 'Agartala',
  '17': 'Shillong',
  '18': 'Guwahati|Gauhati|Dibrugarh|Jorhat|Silchar|Tinsukia|गुवाहाटी',
  '19': 'Kolkata|Calcutta|Howrah|Siliguri|Asansol|Durgapur|Kharagpur|Haldia|कोलकाता|हावड़ा',
  '20': 'Ranchi|Jamshedpur|Dhanbad|Bokaro|रांची|जमशेदपुर|धनबाद',
  '21': 'Bhubaneswar|Bhubaneshwar|Cuttack|Rourkela|Sambalpur|भुवनेश्वर',
  '22': 'Raipur|Bhilai|Durg|Korba|रायपुर|भिलाई',
  '23': 'Bhopal|Indore|Gwalior|Jabalpur|Ujjain|Dewas|Ratlam|भोपाल|इंदौर|ग्वालियर|जबलपुर',
  '24':
    'Ahmedabad|Amdavad|Surat|Vadodara|Baroda|Rajkot|Bhavnagar|Jamnagar|Gandhinagar|Junagadh|Bharuch|Ankleshwar|Vapi|' +
    'Valsad|Navsari|Morbi|Morvi|Wankaner|Gandhidham|Mundra|Bhuj|Mehsana|Sanand|Himatnagar|अहमदाबाद|सूरत|वडोदरा|' +
    'राजकोट|मोरबी|गांधीधाम',
  '27':
    'Mumbai|Bombay|Navi Mumbai|Pune|Poona|Nagpur|Nashik|Nasik|Thane|Kolhapur|Solapur|Sholapur|Sangli|Bhiwandi|Akola|' +
    'Jalgaon|Pimpri|Chinchwad|Pimpri Chinchwad|Kalyan Dombivli|Panvel|Latur|मुंबई|मुम्बई|नवी मुंबई|पुणे|नागपुर|नाशिक|' +
    'नासिक|ठाणे|कोल्हापुर|सोलापुर',
  '29':
    'Bengaluru|Bangalore|Mysuru|Mysore|Mangaluru|Mangalore|Hubballi|Hubli|Dharwad|Belagavi|Belgaum|Davangere|Davanagere|' +
    'Ballari|Bellary|Tumakuru|Tumkur|Shivamogga|Shimoga|Kalaburagi|Gulbarga|Udupi|बेंगलुरु|बेंगलुरू|बंगलौर|मैसूर|मंगलुरु',
  '30': 'Panaji|Panjim|Margao|Mapusa|Ponda',
  '32':
    'Kochi|Cochin|Ernakulam|Perumbavoor|Kozhikode|Calicut|Thrissur|Trichur|Kollam|Quilon|Kannur|Kottayam|Palakkad|' +
    'Palghat|Malappuram|Thiruvananthapuram|Trivandrum|Alappuzha|Alleppey|Aluva|Muvattupuzha|Kalamassery|कोच्चि',
  '33':
    'Chennai|Madras|Coimbatore|Madurai|Tiruchirappalli|Trichy|Salem|Tiruppur|Tirupur|Erode|Vellore|Thoothukudi|' +
    'Tuticorin|Tirunelveli|Hosur|Karur|Sivakasi|Nagercoil|चेन्नई|कोयंबटूर',
  '34': 'Karaikal|Yanam',
  '35': 'Port Blair|Sri Vijaya Puram',
  '36': 'Hyderabad|Secunderabad|Warangal|Karimnagar|Nizamabad|Khammam|हैदराबाद|सिकंदराबाद',
  '37':
    'Visakhapatnam|Vishakhapatnam|Vizag|Vijayawada|Guntur|Nellore|Tirupati|Kurnool|Kakinada|Rajahmundry|' +
    'Rajamahendravaram|Anantapur|Kadapa|विशाखापत्तनम|विजयवाड़ा',
  '38': 'Leh|Kargil',
}

export const countries = `Afghanistan|Argentina|Australia|Austria|Bahrain|Bangladesh|बांग्लादेश|Belgium|Bhutan|भूटान|
Brazil|Bulgaria|Burma|Myanmar|Cambodia|Cameroon|Canada|Chile|China|PR China|P R China|चीन|Colombia|Croatia|Cyprus|
Czech Republic|Czechia|Denmark|Egypt|Estonia|Ethiopia|Fiji|Finland|France|Germany|जर्मनी|Ghana|Greece|Hong Kong|Hongkong|
Hungary|Iceland|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Japan|जापान|Jordan|Kazakhstan|Kenya|Kuwait|Laos|Latvia|Lebanon|
Lithuania|Luxembourg|Madagascar|Malaysia|मलेशिया|Maldives|मालदीव|Mauritius|Mexico|Mongolia|Morocco|Mozambique|Namibia|
Nepal|नेपाल|Netherlands|The Netherlands|Holland|New Zealand|Nigeria|Norway|Oman|Pakistan|पाकिस्तान|Peru|Philippines|
Poland|Portugal|Qatar|Romania|Russia|रूस|Rwanda|Saudi Arabia|KSA|Senegal|Serbia|Singapore|सिंगापुर|Slovakia|Slovenia|
South Africa|South Korea|Korea|Republic of Korea|Spain|Sri Lanka|श्रीलंका|Sudan|Sweden|Switzerland|Taiwan|Tanzania|
Thailand|थाईलैंड|Tunisia|Turkey|Türkiye|Uganda|Ukraine|UAE|U A E|United Arab Emirates|Dubai|दुबई|Sharjah|Abu Dhabi|
United Kingdom|England|Scotland|Great Britain|USA|U S A|United States|United States of America|अमेरिका|Uzbekistan|
Vietnam|Viet Nam|वियतनाम|Yemen|Zambia|Zimbabwe`
