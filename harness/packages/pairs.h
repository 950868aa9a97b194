#pragma once

// Which files of a folder are inputs and which are their answers, by name alone: 1.in/1.out, 1.in/1.ans,
// in1.txt/ans1.txt, input1/output1, sample-1.in, 01/01.a, input/input0.txt and output/output0.txt, x.in3/x.ou3.

#include <string>
#include <vector>

#include "packages/imported.h"

namespace judge {

struct FilePair {
    std::string group;   // "sample", "secret", "secret/subtask1"
    std::string base;    // "1"
    std::string input;   // as listed
    std::string answer;  // empty: none
};

struct Pairing {
    std::vector<FilePair> pairs;       // natural order
    std::vector<std::string> orphans;  // answers without an input
    std::vector<std::string> rest;     // neither
    std::size_t answered = 0;          // pairs with an answer
};

/// `files` are relative paths. Two inputs that claim one answer's name are told apart by their full names.
Pairing pair_files(const std::vector<std::string>& files);

/// Adds the pairs as cases, with a finding for each missing answer and each missing input (which is kept aside).
void add_pairs(Imported& imported, const Source& source, const Pairing& pairing);

/// 1 s and 256 MB where nobody stated a limit, with a note that says so.
void assume_limits(Imported& imported);

/// Plain folders and archives of pairs.
bool is_plain(const Source& source);
Result<std::vector<Imported>> read_plain(const Source& source);

/// A folder of `oj download`: test/sample-1.in, test/sample-1.out.
bool is_oj(const Source& source);
Result<std::vector<Imported>> read_oj(const Source& source);

}  // namespace judge
